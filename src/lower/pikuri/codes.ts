/** Closed list of what can be wrong with a manifest of agents (docs/agents.md). */
export type AgentsCode =
  | 'AGENTS-SHAPE' // a value of another kind than belongs there
  | 'AGENTS-KEY' // a key that means nothing
  | 'AGENTS-LEVEL' // a word that is no level
  | 'AGENTS-AXES' // a way out that is there on one of its axes alone
  | 'AGENTS-UNKNOWN-TOOL' // a persona names a tool that its agent has neither among its tools nor in its pool
  | 'AGENTS-UNKNOWN-AGENT'; // work is handed to an agent that the manifest does not have
