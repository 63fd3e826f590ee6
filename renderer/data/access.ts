import { useSyncExternalStore } from 'react'

/** Where the token is kept: of this tab alone, and gone with it. Never in an address, which ends up in histories and logs. */
const STORED = 'ringback.control-token'

/** `asked`: the emulator wants a token (`--token`) and the page has none. `refused`: what was typed, or kept, is not the one. */
type AccessState = 'open' | 'asked' | 'refused'

let state: AccessState = 'open'
const listeners = new Set<() => void>()

function become(next: AccessState): void {
  state = next
  for (const listener of listeners) listener()
}

/** What a request to the control API carries. Nothing, for an emulator that asks for no token. */
export function accessHeaders(): { Authorization?: string } {
  const token = controlToken()
  return token === undefined ? {} : { Authorization: `Bearer ${token}` }
}

export const controlToken = (): string | undefined => sessionStorage.getItem(STORED) ?? undefined
export const hasToken = (): boolean => controlToken() !== undefined

/** To be called when the control API answers 401. */
export function accessDenied(): void {
  const wasWrong = hasToken()
  sessionStorage.removeItem(STORED)
  // Of several requests that are refused at once, the first one tells whether there was a token.
  if (wasWrong || state === 'open') become(wasWrong ? 'refused' : 'asked')
}

/** Takes a token when the emulator does. @throws TypeError when the emulator does not answer */
export async function signIn(token: string): Promise<void> {
  const { status } = await fetch('/control/health', { headers: { Authorization: `Bearer ${token}` } })
  if (status === 401) return become('refused')
  sessionStorage.setItem(STORED, token)
  become('open')
}

export function signOut(): void {
  sessionStorage.removeItem(STORED)
  become('asked')
}

export function useAccess(): AccessState {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
