import { hasToken } from './access.ts'
import { controlFetch } from './control-fetch.ts'
import { saveBlob } from './save-file.ts'

/** Whether a file of the control API has to be fetched by the page: a link sends no token. */
export const mustFetchFiles = hasToken

/** Fetches a file and hands it to the browser to keep; returns how many bytes it has, and the headers that it came with. @throws Error when the emulator refuses */
export async function download(path: string, name: string): Promise<{ bytes: number; headers: Headers }> {
  const response = await controlFetch(path)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const file = await response.blob()
  saveBlob(name, file)
  return { bytes: file.size, headers: response.headers }
}
