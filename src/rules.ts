import pages from 'shipped:help';
import shipped from 'shipped:rules';

/** The text of a rule file by its path below `rules/`, such as `schema.dl` or `nep-0002/law.dl`. Compiled in, so that nothing is read at run time. */
export const shippedRules: ReadonlyMap<string, string> = new Map(shipped);

/** The page that explains a shipped finding, as Markdown, by the finding's code. */
export const helpPages: ReadonlyMap<string, string> = new Map(
  pages.map(([path, text]) => [path.replace(/\.md$/, ''), text]),
);
