import type { ErrorBody } from '../../server/control/protocol.ts'

/** A client of the control API for the menu and the tray. `path` starts with `/control`. */
export interface Control {
  get<Answer>(path: string): Promise<Answer>
  send<Answer>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer>
  /** Posts a file as it is. */
  upload<Answer>(path: string, bytes: Buffer): Promise<Answer>
}

export function worldPath(world: string, ...parts: string[]): string {
  return ['/control/worlds', ...[world, ...parts].map(part => encodeURIComponent(part))].join('/')
}

/**
 * @param url - where the emulator listens at this moment
 * @throws Error with the message of the envelope when the emulator refuses; with a way out when it does not run
 */
export function createControl(url: () => string | undefined): Control {
  const ask = async (path: string, request: RequestInit): Promise<unknown> => {
    const base = url()
    if (base === undefined) throw new Error('The emulator is not running. Restart it from the File menu.')
    const response = await fetch(new URL(path, base), request)
    const text = await response.text()
    if (!response.ok) throw new Error(refusal(response.status, text))
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    get: async <Answer>(path: string) => (await ask(path, { method: 'GET' })) as Answer,
    send: async <Answer>(method: string, path: string, body: object = {}) =>
      (await ask(path, { method, headers: JSON_BODY, body: JSON.stringify(body) })) as Answer,
    upload: async <Answer>(path: string, bytes: Buffer) =>
      (await ask(path, { method: 'POST', headers: FILE_BODY, body: new Uint8Array(bytes) })) as Answer,
  }
}

const JSON_BODY = { 'content-type': 'application/json' }
const FILE_BODY = { 'content-type': 'application/octet-stream' }

function refusal(status: number, text: string): string {
  try {
    return (JSON.parse(text) as ErrorBody).error.message
  } catch {
    return `The emulator answered ${status}.`
  }
}
