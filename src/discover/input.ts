import type { Diagnostic, Severity } from '../diagnostic.js';

/** Something to analyse. */
export type Input = FileInput | TextInput;

interface InputBase {
  /** As it is printed: relative to the working directory, with `/`. No two inputs of a run have the same. */
  readonly file: string;
  /** Named on the command line, not found in a folder. */
  readonly explicit: boolean;
  readonly role: 'workflow';
}

export interface FileInput extends InputBase {
  readonly kind: 'file';
  /** The real path in bytes: names need not be valid UTF-8. */
  readonly path: Buffer;
}

/** Standard input, which the caller has read. */
export interface TextInput extends InputBase {
  readonly kind: 'text';
  readonly bytes: Uint8Array;
}

/** Closed list of what can be wrong with an input before it is read as text. */
export type InputCode =
  | 'INPUT-MISSING' // no such path, or gone meanwhile
  | 'INPUT-UNREADABLE' // there, but the system does not let it be read
  | 'INPUT-NOT-A-FILE' // pipe, socket, device: never opened for reading
  | 'INPUT-OUTSIDE' // a link that leads out of the given folders
  | 'INPUT-TOO-DEEP' // folders nested too deep
  | 'INPUT-IGNORE-FILE' // a .gitignore that is not applied
  | 'INPUT-IGNORED'; // named as an input, and ignored by a .gitignore

export function inputDiagnostic(
  code: InputCode,
  file: string,
  message: string,
  repair: string,
  severity: Severity = 'error',
): Diagnostic<InputCode> {
  return { code, severity, message, place: { file, start: 0, end: 0 }, repair: [repair] };
}

/** What a failed system call on a path means for the person who gave it. */
export function failure(file: string, fault: unknown): Diagnostic<InputCode> {
  const code = errorCode(fault);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE') {
    return inputDiagnostic('INPUT-MISSING', file, 'there is no such file or folder', 'check the path');
  }
  if (code === 'ELOOP') return deadLink(file);
  const repair =
    code === 'EACCES' || code === 'EPERM' ? 'give yourself the right to read it' : 'check that it can be read';
  return inputDiagnostic('INPUT-UNREADABLE', file, `it can't be read (${code})`, repair);
}

/** The same of a symbolic link that a folder holds. */
export function linkFailure(file: string, fault: unknown): Diagnostic<InputCode> {
  const diagnostic = failure(file, fault);
  return diagnostic.code === 'INPUT-MISSING' ? deadLink(file) : diagnostic;
}

function deadLink(file: string): Diagnostic<InputCode> {
  return inputDiagnostic('INPUT-MISSING', file, 'a symbolic link that leads nowhere', 'remove or correct the link');
}

export function notAFile(file: string): Diagnostic<InputCode> {
  const message = 'neither a file nor a folder but a pipe, socket or device, which is not read';
  return inputDiagnostic('INPUT-NOT-A-FILE', file, message, 'give a file, or - for standard input');
}

export function errorCode(fault: unknown): string {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : 'unknown error';
}
