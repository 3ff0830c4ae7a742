import type { DatalogCode } from '../../src/datalog/codes.js';

export interface Case {
  readonly code: DatalogCode;
  readonly text: string;
  /** Other files, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Programs with one mistake each: at least one for every diagnostic code. */
export const cases: readonly Case[] = [
  { code: 'DL-SYNTAX', text: '.decl a(x: number)\n.output a\na(x) :- a(x), x < .\n' },
  { code: 'DL-SYNTAX', text: '.decl a(x: number)\n.output a\na(1)\na(2).\n' },
  { code: 'DL-SYNTAX', text: '.decl a(x: number)\na(sum) :- a(sum).\n.output a\n' },
  { code: 'DL-SYNTAX', text: 'edge(x: number, y: number)\n.input edge\n' },
  { code: 'DL-CHARACTER', text: '.decl a(x: number)\n.output a\na(1) & a(2).\n' },
  { code: 'DL-STRING', text: '.decl a(x: symbol)\n.output a\na("C:\\dir").\n' },
  { code: 'DL-STRING', text: '.decl a(x: symbol)\n.output a\na("open).\n' },
  { code: 'DL-COMMENT', text: '.decl a(x: symbol)\n.input a\n/* open\n' },
  { code: 'DL-NUMBER', text: '.decl a(x: number)\n.output a\na(0xffffffff).\n' },
  { code: 'DL-NUMBER', text: '.decl a(x: number)\n.output a\na(-2147483649).\n' },
  { code: 'DL-NUMBER', text: '.decl a(x: unsigned)\n.output a\na(-1).\n' },
  { code: 'DL-NESTING', text: `.decl a(x: number)\n.output a\na(${'('.repeat(10_000)}1${')'.repeat(10_000)}).\n` },
  {
    code: 'DL-UNSUPPORTED',
    text: '.type Pair = [a: number, b: number]\n.decl a(p: Pair)\n.output a\na([1, 2]).\na([3, 4]).\n',
  },
  { code: 'DL-UNSUPPORTED', text: '.decl a(x: float)\n.input a\n' },
  { code: 'DL-INCLUDE', text: '.include "missing.dl"\n' },
  { code: 'DL-INCLUDE', text: '.include "b.dl"\n', files: { 'b.dl': '.include "main.dl"\n' } },
  { code: 'DL-DIRECTIVE', text: '.decl a(x: symbol)\n.ouput a\n.input a\n' },
  { code: 'DL-DIRECTIVE', text: '.decl a(x: symbol)\n.input a\n.printsize a\n.printsize a\n' },
  {
    code: 'DL-RELATION-UNKNOWN',
    text: '.decl task(t: symbol)\n.input task\n.decl b(t: symbol)\n.output b\nb(t) :- tsak(t), tsak(t).\n',
  },
  { code: 'DL-RELATION-UNKNOWN', text: '.output result\n' },
  { code: 'DL-RELATION-DUPLICATE', text: '.decl a(x: symbol)\n.input a\n.decl a(x: number)\n' },
  { code: 'DL-RELATION-DUPLICATE', text: '.type a <: symbol\n.decl a(x: symbol)\n.input a\n' },
  { code: 'DL-ATTRIBUTE-DUPLICATE', text: '.decl a(x: symbol, x: number)\n.input a\n' },
  { code: 'DL-QUALIFIER', text: '.decl a(x: symbol) brie btree\n.input a\n' },
  { code: 'DL-TYPE-UNKNOWN', text: '.type Task <: symbol\n.decl a(x: Tsak)\n.input a\n' },
  { code: 'DL-TYPE-DUPLICATE', text: '.type T <: symbol\n.type T <: number\n' },
  { code: 'DL-TYPE-DUPLICATE', text: '.type number <: symbol\n' },
  { code: 'DL-TYPE-CYCLE', text: '.type A = B | symbol\n.type B = A\n' },
  { code: 'DL-TYPE-UNION', text: '.type Id <: number\n.type Name <: symbol\n.type Key = Id | Name\n' },
  { code: 'DL-TYPE-UNION', text: '.type A <: symbol\n.type B <: symbol\n.type C = A | B\n.type D <: C\n' },
  { code: 'DL-BUILTIN', text: '/** @builtin dominator(e, n) */\n.decl idom(x: symbol, d: symbol)\n.input idom\n' },
  {
    code: 'DL-BUILTIN',
    text: '.decl e(x: symbol, y: symbol)\n.decl n(x: symbol)\n.input e, n\n/** @builtin dominators(e, n) */\n.decl idom(x: symbol, d: symbol)\n.output idom\n',
  },
  {
    code: 'DL-BUILTIN',
    text: '.decl e(x: symbol, y: symbol)\n.decl n(x: symbol)\n.input e, n\n/** @builtin levels(e, n) */\n.decl level(x: symbol, n: symbol)\n.input level\n',
  },
  {
    code: 'DL-BUILTIN',
    text: '.decl e(x: symbol, y: symbol)\n.decl n(x: symbol)\n.input e, n\n/** @builtin components(e, n) */\n.decl scc(x: symbol, r: symbol)\n.input scc\nscc(x, x) :- n(x).\n',
  },
  {
    code: 'DL-SHIPPED',
    text: '.include "shipped.dl"\na("x") :- b(_).\n.decl b(x: symbol)\n.input b\n',
    files: { 'shipped.dl': '.decl a(x: symbol)\n.output a\na("y").\n' },
  },
  {
    code: 'DL-SHIPPED',
    text: '.include "shipped.dl"\n.limitsize a(n=1)\n',
    files: { 'shipped.dl': '.decl a(x: symbol)\n.output a\na("y").\n' },
  },
  { code: 'DL-EQUIVALENCE', text: '.decl same(x: symbol, y: number) eqrel\n.input same\n' },
  { code: 'DL-ARITY', text: '.decl a(x: symbol, y: symbol)\n.input a\n.decl b(x: symbol)\n.output b\nb(x) :- a(x).\n' },
  { code: 'DL-ARITY', text: '.decl a(x: symbol)\n.output a\na(substr("text", 1)).\n' },
  {
    code: 'DL-TYPE-CLASH',
    text: '.type Task <: symbol\n.type Slot <: symbol\n.decl task(t: Task)\n.decl slot(s: Slot)\n.input task, slot\n.decl both(x: Task)\n.output both\nboth(x) :- task(x), slot(x).\n',
  },
  {
    code: 'DL-TYPE-CLASH',
    text: '.type Task <: symbol\n.decl name(n: symbol)\n.input name\n.decl task(t: Task)\n.output task\ntask(n) :- name(n).\n',
  },
  {
    code: 'DL-TYPE-CLASH',
    text: '.decl a(x: symbol)\n.input a\n.decl b(x: symbol)\n.output b\nb(x) :- a(x), x = 1.\n',
  },
  { code: 'DL-TYPE-CLASH', text: '.type Task <: symbol\n.decl a(x: Task)\n.output a\na(1).\n' },
  {
    code: 'DL-TYPE-CLASH',
    text: '.type Task <: symbol\n.type Slot <: symbol\n.decl task(t: Task)\n.decl slot(s: Slot)\n.input task, slot\n.decl p(x: symbol)\n.output p\np(x) :- task(x), slot(y), x != y.\n',
  },
  {
    code: 'DL-UNGROUNDED',
    text: '.decl a(x: symbol)\n.decl c(x: symbol)\n.input a, c\n.decl b(x: symbol)\n.output b\nb(x) :- a(_), !c(x).\n',
  },
  { code: 'DL-UNGROUNDED', text: '.decl a(x: symbol)\n.input a\n.decl b(x: symbol)\n.output b\nb(x) :- a(_).\n' },
  { code: 'DL-UNGROUNDED', text: '.decl a(x: number)\n.input a\n.decl b(x: number)\n.output b\nb(x) :- a(x + 1).\n' },
  { code: 'DL-UNGROUNDED', text: '.decl b(x: number)\n.output b\nb(x) :- x = y, y = z + 1.\n' },
  {
    code: 'DL-UNGROUNDED',
    text: '.decl a(x: number)\n.input a\n.decl b(x: number)\n.output b\nb(x) :- a(x), y < x.\n',
  },
  { code: 'DL-UNGROUNDED', text: '.decl b(x: number)\n.output b\nb(x).\n' },
  {
    code: 'DL-WITNESS',
    text: '.decl a(x: symbol, y: symbol)\n.input a\n.decl b(x: symbol, n: number)\n.output b\nb(x, n) :- n = count : { a(x, _) }.\n',
  },
  { code: 'DL-WILDCARD', text: '.decl a(x: symbol)\n.input a\n.decl b(x: symbol)\n.output b\nb(_) :- a(_).\n' },
  {
    code: 'DL-EXPANSION',
    text: `.decl a(x: number)\n.output a\na(x) :- ${Array(20).fill('(x = 1; x = 2)').join(', ')}.\n`,
  },
  {
    code: 'DL-STRATIFICATION',
    text: '.decl a(x: symbol)\n.input a\n.decl p, q, r(x: symbol)\n.output p\np(x) :- a(x), !q(x).\nq(x) :- r(x).\nr(x) :- p(x).\n',
  },
  { code: 'DL-STRATIFICATION', text: '.decl p(x: number)\n.output p\np(1).\np(n) :- n = count : { p(_) }.\n' },
  {
    code: 'DL-COMPONENT-UNKNOWN',
    text: '.comp Graph {\n  .decl edge(x: symbol, y: symbol)\n}\n.init g = Grph\n.output g.edge\n',
  },
  { code: 'DL-COMPONENT-DUPLICATE', text: '.comp A {}\n.comp A {}\n.init a = A\n' },
  { code: 'DL-COMPONENT-PARAMETERS', text: '.comp A<T> {\n  .decl r(x: T)\n}\n.init a = A\n' },
  { code: 'DL-COMPONENT-CYCLE', text: '.comp A : B {}\n.comp B : A {}\n' },
  { code: 'DL-COMPONENT-CYCLE', text: '.comp A {\n  .init a = A\n}\n.init a = A\n' },
  {
    code: 'DL-OVERRIDE',
    text: '.comp A {\n  .decl r(x: number)\n  r(1).\n}\n.comp B : A {\n  .override r\n  r(2).\n}\n.init b = B\n.output b.r\n',
  },
  { code: 'DL-OVERRIDE', text: '.override r\n' },
  { code: 'DL-RELATION-UNUSED', text: '.decl a(x: symbol)\n.input a\n.decl b(x: symbol)\nb(x) :- a(x).\n' },
  {
    code: 'DL-VARIABLE-UNUSED',
    text: '.decl a(x: symbol, y: symbol)\n.input a\n.decl b(x: symbol)\n.output b\nb(x) :- a(x, other).\n',
  },
  { code: 'DL-NEVER', text: '.decl a(x: symbol)\n.decl b(x: symbol)\n.output b\nb(x) :- a(x).\n' },
  { code: 'DL-NEVER', text: '.decl a(x: symbol)\n.input a\n.decl b(x: symbol)\n.output b\nb(x) :- a(x), 1 = 2.\n' },
  {
    code: 'DL-NEVER',
    text: '.decl a, b(x: symbol)\n.input a\n.output b\nb(x) :- a(x), x != x.\n',
  },
  {
    code: 'DL-NEVER',
    text: '.decl a, b(x: number)\n.input a\n.output b\nb(x) :- a(x), x > 5, 6 > x.\n',
  },
  {
    code: 'DL-NEVER',
    text: '.decl a(x: number, y: number)\n.decl b(x: number)\n.input a\n.output b\nb(x) :- a(x, y), y > 1, !a(x, _).\n',
  },
  {
    code: 'DL-NEVER',
    text: '.decl a, p, q, r(x: number)\n.input a\n.output r\np(x) :- q(x), a(x).\nq(x) :- a(x), p(x).\nr(x) :- q(x), a(x).\n',
  },
  {
    code: 'DL-NEVER',
    text: '.decl p, q(x: number)\n.output p\nq(1).\np(x) :- q(x), p(x).\n',
  },
  { code: 'DL-RESERVED', text: '.decl a(input: symbol)\n.input a\n' },
];
