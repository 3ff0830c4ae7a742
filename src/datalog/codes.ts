/** Closed list of what the compiler says about rule files. */
export type DatalogCode =
  // Errors of the text.
  | 'DL-SYNTAX' // something else was expected here
  | 'DL-CHARACTER' // a character that starts no token
  | 'DL-STRING' // a string without an end, or an unknown escape in it
  | 'DL-COMMENT' // a comment without an end
  | 'DL-NUMBER' // a number that its type cannot hold
  | 'DL-NESTING' // nested deeper than can be read
  | 'DL-UNSUPPORTED' // a feature of Soufflé that this dialect leaves out
  | 'DL-INCLUDE' // an included file that is missing or includes itself
  // Errors of declarations.
  | 'DL-DIRECTIVE' // an unknown directive, or one given twice
  | 'DL-RELATION-UNKNOWN' // a relation that nothing declares
  | 'DL-RELATION-DUPLICATE' // a name declared twice
  | 'DL-ATTRIBUTE-DUPLICATE' // two attributes of one name
  | 'DL-QUALIFIER' // a qualifier that is unknown, given twice, or does not fit
  | 'DL-TYPE-UNKNOWN' // a type that nothing declares
  | 'DL-TYPE-DUPLICATE' // a type declared twice
  | 'DL-TYPE-CYCLE' // a type defined by itself
  | 'DL-TYPE-UNION' // a union over several primitives, or a subtype of a union
  | 'DL-BUILTIN' // a `@builtin` that cannot be computed
  | 'DL-SHIPPED' // a rule, fact or directive for a relation that ships
  | 'DL-EQUIVALENCE' // an `eqrel` that is not binary over one type
  // Errors of rules.
  | 'DL-ARITY' // more or fewer arguments than declared
  | 'DL-TYPE-CLASH' // a value used as two types that have nothing in common
  | 'DL-UNGROUNDED' // a variable that nothing gives a value
  | 'DL-WITNESS' // a variable that only an aggregate's inside would give a value
  | 'DL-WILDCARD' // `_` where a value is needed
  | 'DL-EXPANSION' // a disjunction that stands for too many rules
  | 'DL-STRATIFICATION' // a relation that depends on its own absence
  // Errors of components.
  | 'DL-COMPONENT-UNKNOWN' // a component that nothing declares
  | 'DL-COMPONENT-DUPLICATE' // a component or instance declared twice
  | 'DL-COMPONENT-PARAMETERS' // more or fewer parameters than declared
  | 'DL-COMPONENT-CYCLE' // a component that contains or inherits itself, or grows without end
  | 'DL-OVERRIDE' // an override of what is not inherited or not `overridable`
  // Warnings.
  | 'DL-RELATION-UNUSED' // a computed relation that is neither read nor output
  | 'DL-VARIABLE-UNUSED' // a variable that occurs once
  | 'DL-NEVER' // a rule that can derive nothing
  | 'DL-RESERVED'; // a name that is a keyword in Soufflé
