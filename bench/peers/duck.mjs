// node duck.mjs WORKLOAD FOLDER: DuckDB in memory, one thread. Prints the milliseconds of the queries, and their counts.
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { workloads } from './sql.mjs';

const [name = '', folder = ''] = process.argv.slice(2);
const workload = workloads[name];
if (workload === undefined) {
  console.log(JSON.stringify({ reason: 'cannot be said in a recursive query' }));
  process.exit();
}
const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
const connection = await instance.connect();
for (const [table, arity] of Object.entries(workload.tables)) {
  const columns = Array.from({ length: arity }, (_, c) => `'x${c}': 'INTEGER'`).join(', ');
  const file = join(folder, `${table}.facts`);
  const options = `delim = '\t', header = false, columns = {${columns}}`;
  await connection.run(`CREATE TABLE ${table} AS SELECT * FROM read_csv('${file}', ${options})`);
}
const counts = {};
const begin = performance.now();
for (const [relation, query] of Object.entries(workload.queries)) {
  const answer = await connection.runAndReadAll(query);
  counts[relation] = Number(answer.getRows()[0][0]);
}
console.log(JSON.stringify({ milliseconds: performance.now() - begin, counts }));
