// biome-ignore-all lint/suspicious/noTemplateCurlyInString: islands are what is made here

/** Files of hostile content by name, of a size that grows with n in proportion. */
export interface Shape {
  readonly name: string;
  /** The size at which growth is measured first; twice that is the second, and the files are then still below the cap. */
  readonly size: number;
  readonly make: (n: number) => Readonly<Record<string, string | Uint8Array>>;
  /** Codes of what the run has to say; empty where the files are fine. Of many codes, one of them is enough. */
  readonly codes: readonly string[];
}

export function times<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

const LEGS = 'permits: { fs: { read: ["./**"] }, net: { http: [x] }, exec: [sh], tools: ["nika:*"] }';
const FETCH = 'invoke: { tool: "nika:fetch" }';
const NOTIFY = 'invoke: { tool: "nika:notify", args: { message: "${{ with.x }}" } }';
const PROMPT = 'invoke: { tool: "nika:prompt" }';

/** A workflow with all three legs; each line is a task. */
export function workflow(tasks: readonly string[], permits = LEGS): string {
  return `nika: hostile\n${permits}\ntasks:\n${tasks.map((task) => `  ${task}\n`).join('')}`;
}

function file(content: string | Uint8Array): Record<string, string | Uint8Array> {
  return { 'a.nika.yaml': content };
}

const SEC = 'NIKA-SEC-009';
const SYNTAX = 'NIKA-PARSE-001';

/** What a file's bytes and its YAML can do. */
const texts: readonly Shape[] = [
  { name: 'zero bytes', size: 400_000, codes: [SYNTAX], make: (n) => file(Buffer.alloc(n)) },
  { name: 'bytes that are no UTF-8', size: 400_000, codes: [SYNTAX], make: (n) => file(Buffer.alloc(n, 0xff)) },
  {
    name: 'UTF-16',
    size: 200_000,
    codes: [SYNTAX],
    make: (n) => file(Buffer.from(`\ufeff${'a'.repeat(n)}`, 'utf16le')),
  },
  { name: 'comments', size: 100_000, codes: [], make: (n) => file(workflow(['a: { infer: x }']) + '# c\n'.repeat(n)) },
  {
    name: 'lone CR',
    size: 40_000,
    codes: [],
    make: (n) =>
      file(workflow(times(n, (i) => `t${i}: { infer: x }`).slice(0, n / 8)).replaceAll('\n', '\r') + '\r'.repeat(n)),
  },
  {
    name: 'flow nesting',
    size: 100_000,
    codes: ['NIKA-YAML-009'],
    make: (n) => file(`tasks: ${'['.repeat(n)}${']'.repeat(n)}`),
  },
  { name: 'open flow nesting', size: 100_000, codes: [SYNTAX], make: (n) => file(`tasks: ${'{a: '.repeat(n)}`) },
  { name: 'block nesting', size: 100_000, codes: ['NIKA-YAML-009'], make: (n) => file(`tasks:\n  ${'- '.repeat(n)}x`) },
  {
    name: 'indented nesting',
    size: 500,
    codes: ['NIKA-YAML-009'],
    make: (n) => file(times(n, (i) => `${' '.repeat(i % 700)}k:`).join('\n')),
  },
  {
    name: 'keys',
    size: 25_000,
    codes: [],
    make: (n) => file(`${workflow(['a: { infer: x }'])}const:\n${times(n, (i) => `  k${i}: v\n`).join('')}`),
  },
  {
    name: 'keys, each twice',
    size: 20_000,
    codes: ['NIKA-YAML-004'],
    make: (n) => file(`${workflow(['a: { infer: x }'])}const:\n${times(n, (i) => `  k${i % (n / 2)}: v\n`).join('')}`),
  },
  {
    name: 'aliases',
    size: 50_000,
    codes: ['NIKA-YAML-002', 'NIKA-YAML-001', 'NIKA-YAML-003'],
    make: (n) => file(`${workflow(['a: { infer: x }'])}const: [&a x, ${'*a, '.repeat(n)}]\n`),
  },
  {
    name: 'aliases of aliases',
    size: 10_000,
    codes: ['NIKA-YAML-001', 'NIKA-YAML-002', 'NIKA-YAML-003'],
    make: (n) =>
      file(
        `${workflow(['a: { infer: x }'])}const:\n  k0: &a0 [x, x]\n${times(n, (i) => `  k${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join('')}`,
      ),
  },
  {
    name: 'folded lines',
    size: 100_000,
    codes: [],
    make: (n) => file(`${workflow(['a: { infer: x }'])}const: >\n${'  x\n\n'.repeat(n)}`),
  },
  {
    name: 'escapes',
    size: 100_000,
    codes: [],
    make: (n) => file(`${workflow(['a: { infer: x }'])}const: "${'\\u2028'.repeat(n / 2)}"\n`),
  },
  { name: 'faults of syntax', size: 200_000, codes: [SYNTAX], make: (n) => file('*a &b !t '.repeat(n / 9)) },
];

/** What templates can do. */
const templates: readonly Shape[] = [
  {
    name: 'islands',
    size: 50_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "${'${{ item }}'.repeat(n / 2)}" }`])),
  },
  {
    name: 'islands of every task',
    size: 20_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "${'${{ tasks }}'.repeat(n)}" }`])),
  },
  {
    name: 'islands without an end',
    size: 100_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "${'${{ '.repeat(n)}" }`])),
  },
  {
    name: 'islands with open quotes',
    size: 50_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "${"${{ ' }} ".repeat(n)}" }`])),
  },
  {
    name: 'escaped islands',
    size: 50_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: '${'\\${{ a'.repeat(n)}' }`])),
  },
  {
    name: 'backslashes',
    size: 400_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: '${'\\'.repeat(n)}\${{ item }}' }`])),
  },
  {
    name: 'backslashes and openers',
    size: 100_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: '${'\\'.repeat(n)}${'${{'.repeat(n)}' }`])),
  },
  {
    name: 'nested expression',
    size: 100_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ ${'('.repeat(n)}item${')'.repeat(n)} }}" }`])),
  },
  {
    name: 'chained conditions',
    size: 80_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ ${'a?b:'.repeat(n)}c }}" }`])),
  },
  {
    name: 'negations',
    size: 400_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ ${'!'.repeat(n)}item }}" }`])),
  },
  {
    name: 'members',
    size: 100_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ tasks${'.a'.repeat(n)} }}" }`])),
  },
  {
    name: 'indexes',
    size: 80_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ tasks${"['a']".repeat(n)} }}" }`])),
  },
  {
    name: 'words in what is no expression',
    size: 60_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ ${'tasks.b-'.repeat(n)} }}" }`])),
  },
  {
    name: 'hyphens',
    size: 200_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ tasks.${'a-'.repeat(n)} }}" }`])),
  },
  {
    name: 'dots and blanks',
    size: 200_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "\${{ ${'tasks . '.repeat(n / 8)}${' '.repeat(n)} }}" }`])),
  },
];

/** What names can do: symbols hold the path, the task and the slot, each as long as the file lets it be. */
const names: readonly Shape[] = [
  {
    name: 'a long id and its bindings',
    size: 8_000,
    codes: [],
    make: (n) => file(flow(`${'a'.repeat(n * 4)}: { with: { ${times(n, (i) => `k${i}: v`).join(', ')} }, infer: x }`)),
  },
  {
    name: 'a long id and its references',
    size: 8_000,
    codes: [],
    make: (n) =>
      file(flow(`${'a'.repeat(n * 4)}: { infer: [${times(n / 100, () => `"${'${{ item }}'.repeat(100)}"`)}] }`)),
  },
  {
    name: 'a long binding and its references',
    size: 8_000,
    codes: [],
    make: (n) =>
      file(
        flow(
          `a: { with: { ${'b'.repeat(n * 4)}: [${times(n / 100, () => `"${'${{ item }}'.repeat(100)}"`)}] }, infer: x }`,
        ),
      ),
  },
  {
    name: 'a long group and its members',
    size: 6_000,
    codes: [],
    make: (n) =>
      file(flow(times(n, (i) => `t${i}: { group: ${i === 0 ? 'g'.repeat(n * 4) : i}, infer: x }`).join(', '))),
  },
  {
    name: 'long ids',
    size: 25,
    codes: [],
    make: (n) => file(flow(times(n, (i) => `${'a'.repeat(20_000)}${i}: { infer: "\${{ tasks }}" }`).join(', '))),
  },
];

/** Tasks in flow style, where a key may be as long as any text. */
function flow(tasks: string): string {
  return `nika: hostile\n${LEGS}\ntasks: { ${tasks} }\n`;
}

/** What the boundary and whitelists can do. */
const boundaries: readonly Shape[] = [
  {
    name: 'entries of a grant',
    size: 30_000,
    codes: [],
    make: (n) =>
      file(
        workflow(
          ['a: { infer: x }'],
          `permits: { fs: { read: [a] }, tools: [${times(n, (i) => `"mcp:s${i}/*"`).join()}] }`,
        ),
      ),
  },
  {
    name: 'entries of a whitelist',
    size: 30_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `a: { agent: { tools: [${times(n, (i) => `"mcp:s${i}/*"`).join()}] } }`,
          `b: { with: { x: "\${{ tasks.a.output }}" }, ${NOTIFY} }`,
        ]),
      ),
  },
  {
    name: 'a long name in a grant',
    size: 30_000,
    codes: [],
    make: (n) => file(workflow(['a: { infer: x }'], `permits: { tools: ["mcp:${'p'.repeat(n)}*"] }`)),
  },
  {
    name: 'dots, slashes and digits in a URL',
    size: 20_000,
    codes: [],
    make: (n) =>
      file(
        workflow(
          ['.', '/', '1', ' '].map(
            (c, i) =>
              `t${i}: { invoke: { tool: nika:fetch, args: { url: "https://a.example.com/x${c.repeat(n)}y" } } }`,
          ),
          `permits: { tools: ["nika:fetch"], net: { http: ["a.example.com", "a${'.'.repeat(n)}b"] } }`,
        ),
      ),
  },
  {
    name: 'whitelists',
    size: 4_000,
    codes: [],
    make: (n) => file(workflow(times(n, (i) => `t${i}: { agent: { tools: ["nika:[!a]*", "nika:f*h", "*${i}*"] } }`))),
  },
  {
    name: 'stars',
    size: 100_000,
    codes: [],
    make: (n) => file(workflow(['a: { infer: x }'], `permits: { fs: { read: [a] }, tools: ["${'*a'.repeat(n)}"] }`)),
  },
  {
    name: 'classes',
    size: 60_000,
    codes: [],
    make: (n) =>
      file(workflow(['a: { infer: x }'], `permits: { fs: { read: [a] }, tools: ["${'[a-z]*'.repeat(n)}"] }`)),
  },
  {
    name: 'open classes',
    size: 200_000,
    codes: [],
    make: (n) => file(workflow(['a: { infer: x }'], `permits: { fs: { read: [a] }, tools: ["${'['.repeat(n)}"] }`)),
  },
  {
    name: 'many patterns of many stars',
    size: 200,
    codes: [],
    make: (n) =>
      file(
        workflow(
          ['a: { infer: x }'],
          `permits: { fs: { read: [a] }, tools: [${times(n, (i) => `"${'*n?k*'.repeat(200)}${i}"`).join()}] }`,
        ),
      ),
  },
  {
    name: 'a pattern of many stars, against a path of as many letters',
    size: 20_000,
    codes: [],
    make: (n) =>
      file(
        workflow(
          [`a: { invoke: { tool: "nika:read", args: { path: ${'a'.repeat(n)} } } }`],
          `permits: { fs: { read: ["${'*a'.repeat(n)}"] }, tools: ["nika:read"] }`,
        ),
      ),
  },
  {
    name: 'path parts',
    size: 100_000,
    codes: [],
    make: (n) =>
      file(workflow(['a: { infer: x }'], `permits: { fs: { read: [a], write: ["${'a/../'.repeat(n / 2)}"] } }`)),
  },
];

/** What the law itself can be led to: products and closures over tasks. */
const laws: readonly Shape[] = [
  {
    name: 'sources × sinks through a fold',
    size: 2_500,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          ...times(n, (i) => `s${i}: { group: g, ${FETCH} }`),
          ...times(n, (i) => `t${i}: { with: { x: "\${{ group.g }}" }, ${NOTIFY} }`),
        ]),
      ),
  },
  {
    name: 'sources × sinks through all tasks',
    size: 2_500,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          ...times(n, (i) => `s${i}: { ${FETCH} }`),
          ...times(n, (i) => `t${i}: { with: { x: "\${{ tasks }}" }, ${NOTIFY} }`),
        ]),
      ),
  },
  {
    name: 'a source and many sinks',
    size: 4_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `s: { ${FETCH} }`,
          ...times(n, (i) => `t${i}: { with: { x: "\${{ tasks.s.output }}" }, ${NOTIFY} }`),
        ]),
      ),
  },
  {
    name: 'a chain with a sink at its end',
    size: 5_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `t0: { ${FETCH} }`,
          ...times(n, (i) => `t${i + 1}: { with: { x: "\${{ tasks.t${i}.output }}" }, infer: "\${{ with.x }}" }`),
          `z: { with: { x: "\${{ tasks.t${n}.output }}" }, ${NOTIFY} }`,
        ]),
      ),
  },
  {
    name: 'a chain of sinks',
    size: 2_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `t0: { ${FETCH} }`,
          ...times(n, (i) => `t${i + 1}: { with: { x: "\${{ tasks.t${i}.output }}" }, ${NOTIFY} }`),
        ]),
      ),
  },
  {
    name: 'a chain, and a sink at each of its tasks',
    size: 2_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `t0: { ${FETCH} }`,
          ...times(n, (i) => `t${i + 1}: { with: { x: "\${{ tasks.t${i}.output }}" }, infer: "\${{ with.x }}" }`),
          ...times(n, (i) => `z${i}: { with: { x: "\${{ tasks.t${i}.output }}" }, ${NOTIFY} }`),
        ]),
      ),
  },
  {
    name: 'a cycle',
    size: 4_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `s: { ${FETCH} }`,
          ...times(
            n,
            (i) =>
              `t${i}: { with: { x: "\${{ tasks.t${(i + 1) % n}.output }}", y: "\${{ tasks.s.output }}" }, infer: "\${{ with }}" }`,
          ),
          `z: { with: { x: "\${{ tasks.t0.output }}" }, ${NOTIFY} }`,
        ]),
      ),
  },
  {
    name: 'a cycle of sinks',
    size: 2_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `s: { ${FETCH} }`,
          ...times(
            n,
            (i) =>
              `t${i}: { with: { x: "\${{ tasks.t${(i + 1) % n}.output }}${i === 0 ? '${{ tasks.s.output }}' : ''}" }, ${NOTIFY} }`,
          ),
        ]),
      ),
  },
  {
    name: 'ladder of diamonds',
    size: 2_500,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `a0: { ${FETCH} }`,
          ...times(n, (i) => `b${i}: { with: { x: "\${{ tasks.a${i}.output }}" }, infer: "\${{ with.x }}" }`),
          ...times(
            n,
            (i) =>
              `a${i + 1}: { with: { x: "\${{ tasks.a${i}.output }}", y: "\${{ tasks.b${i}.output }}" }, infer: "\${{ with }}" }`,
          ),
          `z: { with: { x: "\${{ tasks.a${n}.output }}" }, ${NOTIFY} }`,
        ]),
      ),
  },
  {
    name: 'prompts of a group × readers',
    size: 2_500,
    codes: [],
    make: (n) =>
      file(
        workflow([
          ...times(n, (i) => `p${i}: { group: g, ${PROMPT} }`),
          ...times(n, (i) => `t${i}: { with: { x: "\${{ group.g }}" }, after: { p${i}: success }, infer: x }`),
        ]),
      ),
  },
  {
    name: '64 prompts of a group × readers',
    size: 4_000,
    codes: [],
    make: (n) =>
      file(
        workflow([
          ...times(64, (i) => `p${i}: { group: g, ${PROMPT} }`),
          ...times(n, (i) => `t${i}: { with: { x: "\${{ group.g }}" }, infer: x }`),
        ]),
      ),
  },
  {
    name: 'groups of prompts read at once',
    size: 1_500,
    codes: [],
    make: (n) =>
      file(
        workflow([
          ...times(n, (i) => `p${i}: { group: g${i}, ${PROMPT} }`),
          ...times(n, (i) => `t${i}: { with: { x: "\${{ group }}" }, infer: x }`),
        ]),
      ),
  },
  {
    name: 'groups read at once',
    size: 1_500,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          ...times(n, (i) => `p${i}: { group: g${i}, ${FETCH} }`),
          ...times(n, (i) => `t${i}: { with: { x: "\${{ group }}" }, ${NOTIFY} }`),
        ]),
      ),
  },
  {
    name: 'a chain of prompts',
    size: 5_000,
    codes: [],
    make: (n) =>
      file(workflow([`p0: { ${PROMPT} }`, ...times(n, (i) => `p${i + 1}: { after: { p${i}: success }, ${PROMPT} }`)])),
  },
  {
    name: 'programs × tainted writers',
    size: 1_500,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `s: { ${FETCH} }`,
          ...times(
            n,
            (i) =>
              `w${i}: { with: { x: "\${{ tasks.s.output }}" }, invoke: { tool: "nika:write", args: { content: "\${{ with.x }}" } } }`,
          ),
          ...times(n, (i) => `e${i}: { exec: sh }`),
        ]),
      ),
  },
  {
    name: 'programs behind tainted writers',
    size: 1_500,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `s: { ${FETCH} }`,
          ...times(
            n,
            (i) =>
              `w${i}: { with: { x: "\${{ tasks.s.output }}" }, invoke: { tool: "nika:write", args: { content: "\${{ with.x }}" } } }`,
          ),
          `m: { after: { ${times(n, (i) => `w${i}: success`).join(', ')} }, infer: x }`,
          ...times(n, (i) => `e${i}: { after: { m: success }, exec: sh }`),
        ]),
      ),
  },
  {
    name: 'a chain of programs',
    size: 2_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `s: { ${FETCH} }`,
          `e0: { with: { x: "\${{ tasks.s.output }}" }, exec: "\${{ with.x }}" }`,
          ...times(n, (i) => `e${i + 1}: { after: { e${i}: success }, exec: sh }`),
        ]),
      ),
  },
  {
    name: 'after-edges',
    size: 15_000,
    codes: [],
    make: (n) =>
      file(
        workflow([
          ...times(n / 10, (i) => `t${i}: { infer: x }`),
          ...times(10, (i) => `z${i}: { after: { ${times(n / 10, (j) => `t${j}: success`).join(', ')} }, infer: x }`),
        ]),
      ),
  },
  {
    name: 'cleanups',
    size: 3_000,
    codes: [SEC],
    make: (n) =>
      file(
        workflow([
          `s: { ${FETCH} }`,
          ...times(n, (i) => `t${i}: { after: { s: unwind }, with: { x: "\${{ tasks.s.output }}" }, ${NOTIFY} }`),
        ]),
      ),
  },
  {
    name: 'bindings of bindings',
    size: 5_000,
    codes: [],
    make: (n) =>
      file(workflow([`a: { with: { ${times(n, (i) => `k${i}: "\${{ with.k${i + 1} }}"`).join(', ')} }, infer: x }`])),
  },
  {
    name: 'bindings that read all bindings',
    size: 8_000,
    codes: [],
    make: (n) => file(workflow([`a: { with: { ${times(n, (i) => `k${i}: "\${{ with }}"`).join(', ')} }, infer: x }`])),
  },
  {
    name: 'ghosts',
    size: 15_000,
    codes: [],
    make: (n) => file(workflow([`a: { infer: "${times(n, (i) => `\${{ tasks.g${i} }}`).join('')}" }`])),
  },
];

function caller(children: readonly string[]): string {
  return workflow(
    children.map((child, i) => `c${i}: { invoke: { workflow: ./${child}, args: { x: "\${{ inputs.x }}" } } }`),
  );
}

/** What workflows that call workflows can do. */
const calls: readonly Shape[] = [
  {
    name: 'a chain of calls',
    size: 300,
    codes: [],
    make: (n) => ({
      ...Object.fromEntries(times(n, (i) => [`w${i}.nika.yaml`, caller([`w${i + 1}.nika.yaml`])])),
      [`w${n}.nika.yaml`]: workflow(['a: { infer: "${{ inputs.x }}" }']),
    }),
  },
  {
    name: 'a ring of calls',
    size: 300,
    codes: [],
    make: (n) => Object.fromEntries(times(n, (i) => [`w${i}.nika.yaml`, caller([`w${(i + 1) % n}.nika.yaml`])])),
  },
  {
    name: 'many callers of one chain',
    size: 300,
    codes: [],
    make: (n) => ({
      ...Object.fromEntries(times(n, (i) => [`r${i}.nika.yaml`, caller(['w0.nika.yaml'])])),
      ...Object.fromEntries(times(n, (i) => [`w${i}.nika.yaml`, caller([`w${i + 1}.nika.yaml`])])),
      [`w${n}.nika.yaml`]: workflow(['a: { infer: "${{ inputs.x }}" }']),
    }),
  },
  {
    name: 'a child and many callers',
    size: 400,
    codes: [],
    make: (n) => ({
      'child.nika.yaml': workflow(['a: { infer: "${{ inputs.x }}" }']),
      ...Object.fromEntries(times(n, (i) => [`w${i}.nika.yaml`, caller(['child.nika.yaml'])])),
    }),
  },
  {
    name: 'a child called from many tasks',
    size: 2_000,
    codes: [],
    make: (n) => ({
      'child.nika.yaml': workflow(['a: { infer: "${{ inputs.x }}" }']),
      'w.nika.yaml': caller(times(n, () => 'child.nika.yaml')),
    }),
  },
  {
    name: 'files',
    size: 500,
    codes: [SEC],
    make: (n) =>
      Object.fromEntries(
        times(n, (i) => [
          `w${i}.nika.yaml`,
          workflow([`s: { ${FETCH} }`, `t: { with: { x: "\${{ tasks.s.output }}" }, ${NOTIFY} }`]),
        ]),
      ),
  },
];

export const shapes: readonly Shape[] = [...texts, ...templates, ...names, ...boundaries, ...laws, ...calls];
