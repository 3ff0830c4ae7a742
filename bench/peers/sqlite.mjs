// node sqlite.mjs WORKLOAD FOLDER: SQLite in memory, tables with primary keys. Prints the milliseconds of the queries, and
// their counts. What takes it more than ten seconds is left out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { workloads } from './sql.mjs';

const slow = ['a2', 'b2'];
const [name = '', folder = ''] = process.argv.slice(2);
const workload = workloads[name];
if (workload === undefined || slow.includes(name)) {
  console.log(JSON.stringify({ reason: workload === undefined ? 'cannot be said in a recursive query' : 'slow' }));
  process.exit();
}
const database = new Database(':memory:');
for (const [table, arity] of Object.entries(workload.tables)) {
  const names = Array.from({ length: arity }, (_, c) => `x${c}`);
  const columns = names.map((column) => `${column} INTEGER`).join(', ');
  database.exec(`CREATE TABLE ${table}(${columns}, PRIMARY KEY(${names.join(', ')})) WITHOUT ROWID`);
  const insert = database.prepare(`INSERT OR IGNORE INTO ${table} VALUES(${names.map(() => '?').join(', ')})`);
  const rows = readFileSync(join(folder, `${table}.facts`), 'utf8')
    .trimEnd()
    .split('\n');
  database.transaction(() => {
    for (const row of rows) insert.run(row.split('\t').map(Number));
  })();
}
const counts = {};
const begin = performance.now();
for (const [relation, query] of Object.entries(workload.queries)) counts[relation] = database.prepare(query).get().n;
console.log(JSON.stringify({ milliseconds: performance.now() - begin, counts }));
