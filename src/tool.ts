declare const TOOL_NAME: string;
declare const TOOL_VERSION: string;

/** Name and version as package.json has them, put in when bundling. */
export const tool = { name: TOOL_NAME, version: TOOL_VERSION } as const;
