/** Closed list of what agentd refuses to start with, but for the Rule of Two (docs/agents.md). */
export type AgentdCode =
  | 'AGENTD-CONFIG-SHAPE' // a value of another kind than belongs there
  | 'AGENTD-CONFIG-KEY' // a key that agentd does not know
  | 'AGENTD-CONFIG-TAG' // a tag that is none of the three
  | 'AGENTD-CONFIG-FAMILIES' // keys of the flat file and of today's configuration in one document
  | 'AGENTD-CONFIG-DOTFILES' // both spellings of the dotfile in one folder
  | 'AGENTD-CONFIG-OVERRIDE' // a dotfile that is only found, and lifts a gate
  | 'AGENTD-CONFIG-FLAG'; // a flag that names no server, or is not understood
