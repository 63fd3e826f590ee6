import { useTranslation } from 'react-i18next'
import { type RefusalText, refusalText } from '../i18n/refusal-text.ts'

/** What went wrong, in the language of the page, and in the emulator's own words where the page has none for it. */
export function ErrorText({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return <SaidText said={refusalText(t, asError(error))} />
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export function SaidText({ said: { text, detail } }: { said: Pick<RefusalText, 'text' | 'detail'> }) {
  return (
    <>
      {text}
      {detail !== undefined && (
        <>
          <br />
          <span lang="en" className="dim">
            {detail}
          </span>
        </>
      )}
    </>
  )
}
