declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module '*.dl' {
  const text: string;
  export default text;
}

/** Every rules/**​/*.dl: its path below rules/ and its text (scripts/bundle.mjs). */
declare module 'shipped:rules' {
  const files: readonly (readonly [path: string, text: string])[];
  export default files;
}

/** Every page of docs/findings/: its name and its text. */
declare module 'shipped:help' {
  const files: readonly (readonly [path: string, text: string])[];
  export default files;
}

/** The price list that ships, as JSON (scripts/prices.mjs). */
declare module 'shipped:prices' {
  const json: string;
  export default json;
}
