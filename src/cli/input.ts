/** The bytes of a stream, up to a limit: what comes after is not waited for. Undefined where it cannot be read. */
export async function readStream(stream: NodeJS.ReadableStream, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      length += bytes.length;
      if (length >= limit) break;
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
