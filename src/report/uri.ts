/**
 * A printed path as a relative URI reference (RFC 3986): every part percent-encoded, so that no character of a name is
 * taken for a scheme, a query or a fragment.
 */
export function relativeUri(file: string): string {
  return file.split('/').map(encodePart).join('/');
}

/** What `encodeURIComponent` leaves as it is and RFC 3986 reserves. */
const reserved = /[!'()*]/g;

function encodePart(part: string): string {
  const wellFormed = part.replace(/\p{Cs}/gu, '\ufffd');
  return encodeURIComponent(wellFormed).replace(reserved, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
