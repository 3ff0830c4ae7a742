/** A whitelist over names: everything, or some. Immutable. */
export class Scope {
  static readonly all = new Scope(null);

  /** @param names  null for everything */
  private constructor(private readonly names: ReadonlySet<string> | null) {}

  static only(names: Iterable<string>): Scope {
    return new Scope(new Set(names));
  }

  get isAll(): boolean {
    return this.names === null;
  }

  /** The names, sorted; none of a scope that allows everything. */
  get allowed(): string[] {
    return [...(this.names ?? [])].sort();
  }

  allows(name: string): boolean {
    return this.names === null || this.names.has(name);
  }

  /** What is left of a request: never more than this scope. A name that this scope lacks is dropped; it is no error. */
  narrow(requested: Scope): Scope {
    if (this.names === null) return requested;
    if (requested.names === null) return this;
    return Scope.only([...requested.names].filter((name) => this.allows(name)));
  }
}

/** Which servers an agent may reach, and which tools of them: a call needs both. Immutable. */
export class ToolScope {
  /** What the operator configured. */
  static readonly all = new ToolScope(Scope.all, Scope.all);

  constructor(
    readonly servers: Scope,
    readonly tools: Scope,
  ) {}

  allowsServer(server: string): boolean {
    return this.servers.allows(server);
  }

  allows(server: string, tool: string): boolean {
    return this.servers.allows(server) && this.tools.allows(tool);
  }

  /** Both dimensions of a child's request, narrowed. */
  narrow(requested: ToolScope): ToolScope {
    return new ToolScope(this.servers.narrow(requested.servers), this.tools.narrow(requested.tools));
  }
}
