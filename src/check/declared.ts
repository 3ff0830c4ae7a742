import type { Permits } from './model.js';
import type { Relations } from './relations.js';

/** The boundary that a workflow declares, as far as it can be read; null where it declares none. */
export function declaredPermits(workflow: number, relations: Relations): Permits | null {
  const form = relations.map('permits_form', 1).get(workflow);
  if (form === undefined || relations.text(form) !== 'map') return null;
  const { forms, entries } = categories(workflow, relations);
  const list = (category: string) => entries.get(category) ?? (forms.has(category) ? [] : undefined);
  const [tools, http, env] = [list('tools'), list('net.http'), list('env')];
  const [read, write] = [list('fs.read'), list('fs.write')];
  const exec = forms.get('exec');
  return {
    ...(tools && { tools }),
    ...(exec !== undefined && {
      exec: exec === 'true' ? true : exec === 'false' ? false : (entries.get('exec') ?? []),
    }),
    ...(http && { net: { http } }),
    ...((read || write) && { fs: { ...(read && { read }), ...(write && { write }) } }),
    ...(env && { env }),
  };
}

/** What each category that is written is, and its entries in order. */
function categories(workflow: number, relations: Relations) {
  const names = relations.of('permit_form', workflow, 1).map((symbol) => relations.text(symbol));
  const written = relations.of('permit_form', workflow, 2).map((symbol) => relations.text(symbol));
  const forms = new Map(names.map((name, i) => [name, written[i] ?? '']));
  const entries = new Map<string, string[]>();
  const texts = relations.of('permit', workflow, 2);
  for (const [i, category] of relations.of('permit', workflow, 1).entries()) {
    const name = relations.text(category);
    const text = relations.text(texts[i] ?? 0);
    const known = entries.get(name);
    if (known === undefined) entries.set(name, [text]);
    else known.push(text);
  }
  return { forms, entries };
}
