import type { RiskGrade, RiskReason } from './model.js';
import type { Relations } from './relations.js';

const GRADES: readonly RiskReason['grade'][] = ['unbounded', 'high', 'supervised'];

export interface Risk {
  readonly grade: RiskGrade;
  readonly reasons: readonly RiskReason[];
}

/** The grade that the rules give to a run, with the reasons of all grades, the worst first (rules/nika/risk.dl). What could not be graded may do anything. */
export function riskOf(root: number, relations: Relations): Risk {
  const [given] = relations.of('risk_grade', root, 1).map((symbol) => relations.text(symbol));
  const grades = relations.of('risk_reason', root, 1).map((symbol) => relations.text(symbol));
  const texts = relations.of('risk_reason', root, 2).map((symbol) => relations.text(symbol));
  const reasons = GRADES.flatMap((grade) =>
    texts.filter((_, i) => grades[i] === grade).map((reason) => ({ grade, reason })),
  );
  if (given === 'low') return { grade: 'low', reasons };
  return { grade: GRADES.find((grade) => grade === given) ?? 'unbounded', reasons };
}
