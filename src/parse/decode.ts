import { MAX_DOCUMENT_BYTES, type Reporter } from './codes.js';

/**
 * Bytes → text, with everything the profile asks of the text as such: size, encoding, byte order mark, normal form,
 * printable characters (YAML 1.2 §5.1, §5.2). Null when there is nothing a YAML parser could be given.
 */
export function decode(bytes: Uint8Array, report: Reporter): string | null {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    report.error(
      'NIKA-YAML-010',
      0,
      0,
      'the document is larger than 1,048,576 bytes, and is not read further',
      'split it, or move large values into files of their own',
    );
    return null;
  }
  const foreign = foreignEncoding(bytes);
  if (foreign !== null) {
    report.error('NIKA-PARSE-001', 0, 0, `not YAML text: this looks like ${foreign}`, 'save it as UTF-8 text');
    return null;
  }
  const text = decodeUtf8(bytes);
  if (text === null) {
    const at = firstInvalidByte(bytes);
    const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0');
    const message = `not UTF-8: the byte 0x${byte} at offset ${at} can't be decoded`;
    report.error('NIKA-PARSE-001', 0, 0, message, 'save it as UTF-8 text');
    return null;
  }
  checkMark(text, report);
  checkPrintable(text, report);
  // Text with as many units as bytes is ASCII, which is its own normal form.
  if (text.length !== bytes.length) checkNormalForm(text, report);
  return text;
}

function foreignEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32 (little-endian)' : 'UTF-16 (little-endian)';
  if (a === 0xfe && b === 0xff) return 'UTF-16 (big-endian)';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32 (big-endian)';
  const zero = bytes.indexOf(0);
  if (zero < 0) return null;
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'UTF-16 (little-endian) without a byte order mark';
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'UTF-16 (big-endian) without a byte order mark';
  return `a binary file (it has a zero byte at offset ${zero})`;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Offset of the first byte that is no UTF-8, of bytes that have one. */
function firstInvalidByte(bytes: Uint8Array): number {
  const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let offset = 0;
  let from = 0;
  for (let at = lossy.indexOf('\ufffd'); at >= 0; at = lossy.indexOf('\ufffd', from)) {
    offset += Buffer.byteLength(lossy.slice(from, at));
    const written = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!written) return offset;
    offset += 3;
    from = at + 1;
  }
  return offset;
}

function checkMark(text: string, report: Reporter): void {
  if (text.charCodeAt(0) !== 0xfeff) return;
  report.error(
    'NIKA-YAML-011',
    0,
    1,
    'the file begins with a byte order mark, so the same text has two encodings',
    'save it as UTF-8 without BOM',
  );
}

function checkPrintable(text: string, report: Reporter): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
  for (const { 0: found, index } of text.matchAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g)) {
    const name = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    report.error(
      'NIKA-PARSE-001',
      index,
      index + 1,
      `the control character ${name} may not stand in YAML text`,
      'remove it, or write it as an escape in double quotes',
    );
  }
}

/** More marks on one character than this are refused unseen: ordering them takes quadratic time. */
const MAX_MARKS = 256;

function checkNormalForm(text: string, report: Reporter): void {
  const marks = new RegExp(`\\p{M}{${MAX_MARKS},}`, 'u').exec(text);
  if (marks !== null) {
    report.error(
      'NIKA-YAML-011',
      marks.index,
      marks.index + marks[0].length,
      `${MAX_MARKS} or more combining marks in a row can't be checked for normal form NFC`,
      'remove the marks',
    );
    return;
  }
  const normal = text.normalize('NFC');
  if (normal === text) return;
  let start = 0;
  while (text.charCodeAt(start) === normal.charCodeAt(start)) start++;
  const end = start + (/^.\p{M}*/su.exec(text.slice(start, start + MAX_MARKS + 2))?.[0].length ?? 1);
  report.error(
    'NIKA-YAML-011',
    start,
    end,
    'the text is not in Unicode normal form NFC: from here on it has another form with the same appearance',
    `write ${JSON.stringify(text.slice(start, end).normalize('NFC'))} in its composed form`,
  );
}
