/** The bytes that files of facts are taken apart at. */
export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const COMMA = 44;
