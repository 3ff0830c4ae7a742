import type { Permits } from './model.js';
import type { Relations } from './relations.js';

type Entries = ReadonlyMap<string, readonly string[]>;

/** The boundary that a workflow declares, as far as it can be read; null where it declares none. */
export function declaredPermits(workflow: number, relations: Relations): Permits | null {
  const form = relations.map('permits_form', 1).get(workflow);
  if (form === undefined || relations.text(form) !== 'map') return null;
  const written = relations.of('permit_form', workflow, 2).map((symbol) => relations.text(symbol));
  const forms = new Map(
    relations.of('permit_form', workflow, 1).map((symbol, i) => [relations.text(symbol), written[i]]),
  );
  const entries = entriesOf(workflow, relations);
  const exec = forms.get('exec');
  const lists = new Map([...forms.keys()].map((category) => [category, entries.get(category) ?? []]));
  return permitsOf(lists, exec === 'true' ? true : exec === 'false' ? false : lists.get('exec'));
}

function permitsOf(lists: Entries, exec: boolean | readonly string[] | undefined): Permits {
  const [tools, http, env] = [lists.get('tools'), lists.get('net.http'), lists.get('env')];
  const [read, write] = [lists.get('fs.read'), lists.get('fs.write')];
  return {
    ...(tools && { tools }),
    ...(exec !== undefined && { exec }),
    ...(http && { net: { http } }),
    ...((read || write) && { fs: { ...(read && { read }), ...(write && { write }) } }),
    ...(env && { env }),
  };
}

/** The entries of each category, in order. */
function entriesOf(workflow: number, relations: Relations): Entries {
  const categories = relations.of('permit', workflow, 1).map((symbol) => relations.text(symbol));
  const entries = new Map<string, string[]>();
  for (const [i, entry] of relations.of('permit', workflow, 2).entries()) {
    const category = categories[i] ?? '';
    const list = entries.get(category);
    if (list === undefined) entries.set(category, [relations.text(entry)]);
    else list.push(relations.text(entry));
  }
  return entries;
}
