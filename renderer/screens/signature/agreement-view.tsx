import { useTranslation } from 'react-i18next'
import { useShown } from '../../routing/use-present.ts'
import { type ComparedRow, Comparison } from './comparison.tsx'
import classes from './difference.module.css'
import { HIDDEN_SECRET } from './secret-difference.ts'
import type { Signed } from './tampers.ts'

/** Of a body, as much as leaves room for the header on a slide. */
const MOST_TEXT = 76
const MOST_BYTES = 10

const encoder = new TextEncoder()

function Head({ shown, left }: { shown: string; left: number }) {
  const { t } = useTranslation()
  return (
    <>
      {shown}
      {left > 0 && <span className={classes.cut}>{t('signature.more_bytes', { count: left })}</span>}
    </>
  )
}

/** What was signed beside what it was compared with: the text, the bytes, the secret and the value of the header. */
export function AgreementView({
  genuine,
  given,
  secretOf,
}: {
  /** What the service has sent; where it is not known, there are only a header and what gives the same. */
  genuine: Signed | undefined
  given: Signed
  secretOf: string
}) {
  const { t } = useTranslation()
  const seen = useShown()
  const text = seen(given.body)
  const bytes = encoder.encode(given.body)
  const head = [...text].slice(0, MOST_TEXT).join('')
  const body = (
    // Where a secret in it must not be seen, its length is not told either.
    <Head shown={head} left={text === given.body ? bytes.length - encoder.encode(head).length : 0} />
  )
  const hex = (
    <Head
      shown={Array.from(bytes.subarray(0, MOST_BYTES), byte => byte.toString(16).padStart(2, '0')).join(' ')}
      left={bytes.length - MOST_BYTES}
    />
  )
  const secret = (note: string) => (
    <>
      {HIDDEN_SECRET}
      <span className={classes.of}>{note}</span>
    </>
  )
  const isKnown = genuine !== undefined
  const rows: ComparedRow[] = [
    ...(isKnown
      ? [
          { name: t('signature.body_row'), left: body, right: body },
          ...(text === given.body ? [{ name: t('signature.bytes_row'), left: hex, right: hex }] : []),
          { name: t('signature.secret'), left: secret(secretOf), right: secret(t('signature.secrets.same')) },
        ]
      : []),
    { name: t('signature.header_row'), left: given.header, right: given.header },
  ]
  const of = isKnown ? 'same' : 'unknown'
  const sideOf = (side: 'left' | 'right') => ({
    title: t(`signature.sides.${of}.${side}`),
    note: t(`signature.sides.${of}.${side}_note`),
  })
  return <Comparison left={sideOf('left')} right={sideOf('right')} rows={rows} is="equal" />
}
