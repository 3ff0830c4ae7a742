// Text of analysed files goes to terminals and logs. Whatever could act there instead of being seen (control characters,
// terminal escapes, bidirectional overrides, invisible format and tag characters, lone surrogates) is written out.

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The text with every character that is not seen written as `\u{…}`. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => `\\u{${codePoint(character).toString(16)}}`);
}

/** A JSON text in which such characters stand as the escapes of JSON: the value stays the same. Line feeds between tokens stay. */
export function visibleJson(json: string): string {
  return json.replace(hidden, (character) => (character === '\n' ? character : jsonEscape(character)));
}

function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const combining = /[\p{Mn}\p{Me}]/u;

/** Columns a terminal gives to one visible character: 2 for East Asian wide characters and emoji, 0 for combining marks. */
export function cells(character: string): number {
  if (codePoint(character) < 0x300) return 1;
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
