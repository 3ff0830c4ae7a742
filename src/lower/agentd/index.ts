import type { Diagnostic } from '../../diagnostic.js';
import type { Facts } from '../../facts/facts.js';
import { Faults } from '../faults.js';
import type { MapValue, Value } from '../value.js';
import { checkKeys } from './check.js';
import type { AgentdCode } from './codes.js';
import { readInstance } from './config.js';
import { readKubernetes } from './kubernetes.js';
import { mergePatch } from './merge.js';
import type { Instance } from './model.js';
import { isConfig, isKubernetes, mayBeAgentd } from './recognise.js';
import { type ReadSource, readSource, readStream, type SourceFile, type StreamDocument } from './source.js';
import { InstanceWriter } from './write.js';

export type { AgentdCode } from './codes.js';
export { mayBeAgentd } from './recognise.js';
export type { SourceFile } from './source.js';

/** Configurations that agentd finds by their name, in the folder that it is started in. */
export function isDotfile(file: string): boolean {
  return /(?:^|\/)\.agentd\.ya?ml$/.test(file);
}

/** A file of a configuration. */
type Layer = ReadSource & { readonly file: string };

/** Lowers what configures agentd in one run. */
export class AgentdLowering {
  private readonly writer: InstanceWriter;
  /** The dotfiles of each folder. */
  private readonly dotfiles = new Map<string, string[]>();

  /** @param execBuilt  whether programs can be run in the build that is used */
  constructor(
    facts: Facts,
    private readonly execBuilt: boolean,
  ) {
    this.writer = new InstanceWriter(facts);
  }

  /** A dotfile: agentd takes it where it is started in its folder and no configuration is named. */
  dotfile(source: SourceFile): Diagnostic[] {
    const folder = source.file.slice(0, source.file.lastIndexOf('/') + 1);
    const before = this.dotfiles.get(folder) ?? [];
    this.dotfiles.set(folder, [...before, source.file]);
    const diagnostics = this.configuration([source], true);
    const [other] = before;
    return other === undefined ? diagnostics : [...diagnostics, bothSpellings(source.file, other)];
  }

  /** The files of one configuration, laid over each other in order. */
  configuration(sources: readonly SourceFile[], discovered = false): Diagnostic[] {
    return this.layers(
      sources.map((source) => ({ file: source.file, ...readSource(source) })),
      discovered,
    );
  }

  private layers(layers: readonly Layer[], discovered: boolean): Diagnostic[] {
    const faults = new Faults<AgentdCode>();
    const documents = layers.flatMap(({ file, value, diagnostics }) => {
      if (value?.kind === 'map') return [value];
      const place = value?.place ?? { file, start: 0, end: 0 };
      if (diagnostics.length === 0)
        faults.add('AGENTD-CONFIG-SHAPE', place, 'the configuration is no mapping', 'write a mapping');
      return [];
    });
    this.writeConfiguration(documents, layers.at(-1)?.file ?? '', discovered, faults);
    return [...layers.flatMap(({ diagnostics }) => diagnostics), ...faults.found];
  }

  private writeConfiguration(
    documents: readonly MapValue[],
    file: string,
    discovered: boolean,
    faults: Faults<AgentdCode>,
  ): void {
    const [first, ...others] = documents;
    if (first === undefined) return;
    for (const document of documents) checkKeys(document, faults);
    const merged = others.reduce<Value>(mergePatch, mergePatch(undefined, first));
    if (merged.kind !== 'map') return;
    this.writer.write(readInstance(merged, { label: 'instance', discovered, execBuilt: this.execBuilt }, faults), file);
  }

  /** A file that configures agentd by its content; null where it does not. */
  byContent(source: SourceFile): Diagnostic[] | null {
    if (!mayBeAgentd(source.text)) return null;
    const documents = readStream(source);
    const [first] = documents;
    if (first !== undefined && documents.length === 1 && isConfig(first.value)) {
      return this.layers([{ file: source.file, ...first }], false);
    }
    return documents.some(({ value }) => isKubernetes(value)) ? this.kubernetes(documents, source.file) : null;
  }

  private kubernetes(documents: readonly StreamDocument[], file: string): Diagnostic[] | null {
    const faults = new Faults<AgentdCode>();
    const { instances, diagnostics } = readKubernetes(documents, this.execBuilt, faults);
    if (instances.length === 0) return null;
    for (const instance of instances) this.writer.write(instance, file);
    return [...diagnostics, ...faults.found];
  }

  /** An instance that was put together elsewhere. */
  instance(instance: Instance): ReturnType<InstanceWriter['write']> {
    return this.writer.write(instance, instance.place.file);
  }
}

function bothSpellings(file: string, other: string): Diagnostic<AgentdCode> {
  return {
    code: 'AGENTD-CONFIG-DOTFILES',
    severity: 'error',
    message: `${other} and ${file} are both there: agentd refuses to choose, and does not start in this folder`,
    place: { file, start: 0, end: 0 },
    repair: ['keep one of the two'],
  };
}
