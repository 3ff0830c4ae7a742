import type { Diagnostic } from '../diagnostic.js';

/** Closed list of what is said about text. The language's YAML profile (YAML-…), and what any loader refuses (PARSE-…). */
export type ParseCode =
  | 'NIKA-YAML-001' // anchor
  | 'NIKA-YAML-002' // alias
  | 'NIKA-YAML-003' // merge key
  | 'NIKA-YAML-004' // duplicate key
  | 'NIKA-YAML-005' // scalar over its cap
  | 'NIKA-YAML-006' // tag outside the core schema
  | 'NIKA-YAML-007' // key that is no string
  | 'NIKA-YAML-008' // infinite or not a number
  | 'NIKA-YAML-009' // nesting over its cap
  | 'NIKA-YAML-010' // document over its cap
  | 'NIKA-YAML-011' // byte order mark, or not NFC
  | 'NIKA-PARSE-001' // no YAML, or several documents
  | 'NIKA-PARSE-017'; // duplicate key, as a loader reports it

/** Caps of the profile. Exactly at a cap is legal. */
export const MAX_DOCUMENT_BYTES = 1_048_576;
export const MAX_SCALAR_BYTES = 65_536;
/** Collections inside one another, the outermost being 1. */
export const MAX_DEPTH = 64;

/** Where one document's diagnostics are gathered. A thousand faults of one kind are reported as the first few and a count. */
export class Reporter {
  private readonly kept: Diagnostic<ParseCode>[] = [];
  private readonly counts = new Map<ParseCode, number>();
  private readonly firstDropped = new Map<ParseCode, Diagnostic<ParseCode>>();

  constructor(
    private readonly file: string,
    private readonly limit = 20,
  ) {}

  error(
    code: ParseCode,
    start: number,
    end: number,
    message: string,
    repair: string,
    related?: { readonly start: number; readonly end: number; readonly message: string },
  ): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count > this.limit + 1) return;
    const diagnostic: Diagnostic<ParseCode> = {
      code,
      severity: 'error',
      message,
      place: { file: this.file, start, end },
      repair: [repair],
      ...(related && {
        related: [{ place: { file: this.file, start: related.start, end: related.end }, message: related.message }],
      }),
    };
    if (count <= this.limit) this.kept.push(diagnostic);
    else this.firstDropped.set(code, diagnostic);
  }

  /** Everything reported, in order of the document. */
  finish(): Diagnostic<ParseCode>[] {
    const all = [...this.kept];
    for (const [code, diagnostic] of this.firstDropped) {
      const more = (this.counts.get(code) ?? 0) - this.limit - 1;
      all.push(
        more === 0 ? diagnostic : { ...diagnostic, message: `${diagnostic.message} (and ${more} more like it)` },
      );
    }
    return all.sort((a, b) => a.place.start - b.place.start || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  }
}
