/** Ways that the engine otherwise chooses by the form of rules and by figures. For tests, which compare them with each other. */
export interface Strategy {
  /** The store of relations, where their columns allow it. */
  readonly store?: 'bitmap' | 'packed' | 'rows';
  /** How indexes find a key, where its values allow it. */
  readonly index?: 'direct' | 'hashed';
  /** False where indexes of finished relations are chains as well. */
  readonly ranges?: boolean;
  /** Whether relations that can be matrices are, however few rows they have. */
  readonly matrix?: boolean;
  /** False where no part of a rule is taken out. */
  readonly splits?: boolean;
}

const STORES = { bitmap: 1, packed: 2, rows: 3 } as const;
const INDEXES = { direct: 1, hashed: 2 } as const;

/** The numbers of store and index for the core, 0 where it chooses. */
export function forcedKinds({ store, index }: Strategy): readonly [number, number] {
  return [store === undefined ? 0 : STORES[store], index === undefined ? 0 : INDEXES[index]];
}
