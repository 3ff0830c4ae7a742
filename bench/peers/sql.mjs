// The workloads as recursive SQL, columns named x0, x1 …: what both peers can say.
const closure = `WITH RECURSIVE tc(a, b) AS (
    SELECT x0, x1 FROM edge UNION SELECT tc.a, edge.x1 FROM tc JOIN edge ON edge.x0 = tc.b
  ) SELECT count(*) AS n FROM tc`;
const clean = 'NOT EXISTS (SELECT 1 FROM sanitizer WHERE sanitizer.x0 = edge.x1)';
const noGate = 'NOT EXISTS (SELECT 1 FROM gate WHERE gate.x0 =';

/** @type {Record<string, { tables: Record<string, number>, queries: Record<string, string> }>} */
export const workloads = {
  a1: { tables: { edge: 2 }, queries: { tc: closure } },
  a2: { tables: { edge: 2 }, queries: { tc: closure } },
  a3: { tables: { edge: 2 }, queries: { tc: closure } },
  b: {
    tables: { edge: 2, source: 1, sanitizer: 1 },
    queries: {
      taint: `WITH RECURSIVE t(x) AS (
          SELECT x0 FROM source UNION SELECT edge.x1 FROM t JOIN edge ON edge.x0 = t.x WHERE ${clean}
        ) SELECT count(*) AS n FROM t`,
    },
  },
  b2: {
    tables: { edge: 2, lsource: 1, sanitizer: 1 },
    queries: {
      taintBy: `WITH RECURSIVE t(s, x) AS (
          SELECT x0, x0 FROM lsource UNION SELECT t.s, edge.x1 FROM t JOIN edge ON edge.x0 = t.x WHERE ${clean}
        ) SELECT count(*) AS n FROM t`,
    },
  },
  c: {
    tables: { parent: 2 },
    queries: {
      sg: `WITH RECURSIVE sg(a, b) AS (
          SELECT p.x1, q.x1 FROM parent p JOIN parent q ON p.x0 = q.x0 WHERE p.x1 <> q.x1
          UNION SELECT p.x1, q.x1 FROM sg JOIN parent p ON p.x0 = sg.a JOIN parent q ON q.x0 = sg.b
        ) SELECT count(*) AS n FROM sg`,
    },
  },
  e: {
    tables: { edge: 2, root: 1 },
    queries: {
      avoid: `WITH RECURSIVE reach(x) AS (
          SELECT x0 FROM root UNION SELECT edge.x1 FROM reach JOIN edge ON edge.x0 = reach.x
        ), avoid(d, x) AS (
          SELECT reach.x, root.x0 FROM reach, root WHERE reach.x <> root.x0
          UNION SELECT avoid.d, edge.x1 FROM avoid JOIN edge ON edge.x0 = avoid.x WHERE edge.x1 <> avoid.d
        ) SELECT count(*) AS n FROM avoid`,
    },
  },
  f: {
    tables: { edge: 3, source: 2, gate: 2, entry: 2 },
    queries: {
      taint: `WITH RECURSIVE t(w, x) AS (
          SELECT x0, x1 FROM source WHERE ${noGate} source.x0 AND gate.x1 = source.x1)
          UNION SELECT t.w, edge.x2 FROM t JOIN edge ON edge.x0 = t.w AND edge.x1 = t.x
            WHERE ${noGate} edge.x0 AND gate.x1 = edge.x2)
        ) SELECT count(*) AS n FROM t`,
      avoid: `WITH RECURSIVE avoid(w, g, x) AS (
          SELECT gate.x0, gate.x1, entry.x1 FROM gate JOIN entry ON entry.x0 = gate.x0 WHERE entry.x1 <> gate.x1
          UNION SELECT avoid.w, avoid.g, edge.x2 FROM avoid
            JOIN edge ON edge.x0 = avoid.w AND edge.x1 = avoid.x WHERE edge.x2 <> avoid.g
        ) SELECT count(*) AS n FROM avoid`,
    },
  },
};
