/**
 * The encoding of plans. A plan is a sequence of operations in u32 words, each | opcode | length in words | operands |, run
 * on a batch of rows; the next operation follows directly. Vectors are addresses; `live` vectors are those still needed
 * further down, which a filter compacts in place; `moves` are pairs (from, to) gathered where rows multiply.
 *
 *     Join       index limited G S P  keys: n vector…  moves: n (from to)…  columns: n (column to)…
 *     Cross      relation limited  moves…  columns…
 *     Exists     relation wanted  live: n vector…  row: arity × vector
 *     Member     index wanted  keys…  live…
 *     Compare    comparison left right  live…
 *     Calculate  function left right to
 *     Symbols    function a b c to
 *     Range      from to step unsigned S V  moves…
 *     Aggregate  function row value seen  moves…  live…  inner: length in words, operations ending in Accumulate
 *     Accumulate function row operand value seen
 *     Emit       relation  row: arity × vector
 *
 * G, S, P, V: vectors of the operation's own for groups, source rows, positions, values. `limited` 1 reads rows before `old`.
 * A plan is | relation or 0 | columns: n (column to)… | operations |; it is driven by a range of the relation's rows, or
 * by one row without columns.
 */
/** Address of operand `i` of the operation at `pc`. */
@inline
export function operandAt(pc: usize, i: usize): usize {
  return pc + ((i + 2) << 2);
}

@inline
export function operand(pc: usize, i: usize): u32 {
  return load<u32>(operandAt(pc, i));
}

@inline
export function following(pc: usize): usize {
  return pc + (<usize>load<u32>(pc, 4) << 2);
}

/** Address past a list of `width` words an element, which begins with its count. */
@inline
export function pastList(list: usize, width: usize): usize {
  return list + ((1 + <usize>load<u32>(list) * width) << 2);
}
