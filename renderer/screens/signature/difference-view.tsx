import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icons.tsx'
import classes from './difference.module.css'
import type { Difference, Piece } from './difference.ts'
import { digitsThatDiffer } from './difference.ts'

function Lit({
  piece: { before, changed, after },
  is,
  gap = '',
}: {
  piece: Piece
  is: 'signed' | 'received'
  gap?: string
}) {
  return (
    <>
      {before}
      {gap}
      <mark className={classes.lit} data-is={is}>
        {changed === '' ? '∅' : changed}
      </mark>
      {gap}
      {after}
    </>
  )
}

/** `crm-1001 → crx-1001`, with what differs lit. */
export function ChangedWords({ words }: Pick<Difference, 'words'>) {
  return (
    <span className={classes.words}>
      <span>
        <Lit piece={words.signed} is="signed" />
      </span>{' '}
      →{' '}
      <span>
        <Lit piece={words.received} is="received" />
      </span>
    </span>
  )
}

/** A digest in groups of eight; digits that both have in the same place are dim. */
function Digest({ digest, other }: { digest: string; other: string }) {
  const groups = digest.match(/.{1,8}/g) ?? []
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups of one digest, which keep their places
    <Fragment key={index}>
      {[...group].map((digit, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: digits of one digest, which keep their places
        <span key={place} className={digit === other[index * 8 + place] ? classes.same : undefined}>
          {digit}
        </span>
      ))}{' '}
    </Fragment>
  ))
}

interface Props {
  difference: Difference | undefined
  /** In the header, and over the bytes that are here. */
  received: string
  computed: string
}

const digestOf = (header: string) => header.replace(/^sha256=/, '')

/** What was signed and what arrived beside each other: the text, the bytes, the digest. */
export function DifferenceView({ difference, received, computed }: Props) {
  const { t } = useTranslation()
  const [sent, own] = [digestOf(received), digestOf(computed)]
  const differing = digitsThatDiffer(sent, own)
  const row = (name: string, note: string | undefined, signed: React.ReactNode, arrived: React.ReactNode) => (
    <tr>
      <th scope="row">
        {name}
        {note !== undefined && <small>{note}</small>}
      </th>
      <td>{signed}</td>
      <td className={classes.unequal} aria-hidden>
        ≠
      </td>
      <td>{arrived}</td>
    </tr>
  )
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            <th scope="col" data-is="signed">
              <Icon name="check" size={13} /> {t('signature.signed_side')}
            </th>
            <td />
            <th scope="col" data-is="received">
              <Icon name="inbox" size={13} /> {t('signature.received_side')}
            </th>
          </tr>
        </thead>
        <tbody>
          {difference !== undefined && (
            <>
              {row(
                t('signature.body_row'),
                undefined,
                <Lit piece={difference.text.signed} is="signed" />,
                <Lit piece={difference.text.received} is="received" />,
              )}
              {row(
                t('signature.bytes_row'),
                t('signature.at_byte', { at: `0x${difference.at.toString(16)}` }),
                <Lit piece={difference.hex.signed} is="signed" gap=" " />,
                <Lit piece={difference.hex.received} is="received" gap=" " />,
              )}
            </>
          )}
          {row(
            'HMAC-SHA256',
            undefined,
            differing === undefined ? received : <Digest digest={sent} other={own} />,
            differing === undefined ? computed : <Digest digest={own} other={sent} />,
          )}
          <tr className={classes.notes}>
            <td />
            <td>{t('signature.in_header')}</td>
            <td />
            <td>{t('signature.computed_here')}</td>
          </tr>
        </tbody>
      </table>
      {differing !== undefined && (
        <p className={classes.digits}>
          {t(
            difference?.signedBytes === 1 && difference.receivedBytes === 1
              ? 'signature.digits_of_one_byte'
              : 'signature.digits',
            { count: differing },
          )}
        </p>
      )}
    </>
  )
}
