import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icons.tsx'
import classes from './difference.module.css'
import type { Difference, Piece } from './difference.ts'
import { digitsThatDiffer } from './difference.ts'
import type { Signed } from './tampers.ts'

/** Signs for what is seen only by what it does. */
const SIGNS: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥', '\u00a0': '⍽', '\ufeff': 'BOM' }
const visible = (text: string) =>
  (/^ +$/.test(text) ? text.replaceAll(' ', '␣') : text).replace(/[\n\r\t\u00a0\ufeff]/g, sign => SIGNS[sign] ?? sign)

function Lit({
  piece: { before, changed, cut, after },
  is,
  gap = '',
}: {
  piece: Piece
  is: 'signed' | 'received'
  gap?: string
}) {
  const { t } = useTranslation()
  return (
    <>
      {before}
      {before !== '' && gap}
      <mark className={classes.lit} data-is={is}>
        {changed === '' ? '∅' : visible(changed)}
        {cut > 0 && <span className={classes.cut}>{t('signature.more_bytes', { count: cut })}</span>}
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
      <span>
        → <Lit piece={words.received} is="received" />
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

/** What is set against each other, and how sure the lab is of either. */
export interface Sides {
  /** `body`, `secret` or `header` is another one than that of a delivery that is known; with `unknown` nobody can say which side is right. */
  differs: 'body' | 'secret' | 'header' | 'unknown'
  /** Values of the header. */
  left: string
  right: string
}

/**
 * @param genuine what the service has sent, where that is known
 * @param computed the value of the header for the bytes and the secret that are here
 */
export function sidesOf({
  genuine,
  given,
  computed,
}: {
  genuine: Signed | undefined
  given: Signed
  computed: string
}): Sides {
  if (genuine === undefined) return { differs: 'unknown', left: given.header, right: computed }
  if (genuine.header !== given.header) return { differs: 'header', left: genuine.header, right: given.header }
  return { differs: genuine.body === given.body ? 'secret' : 'body', left: genuine.header, right: computed }
}

const digestOf = (header: string) => header.replace(/^sha256=/, '')

/** What was signed and what arrived beside each other: the text, the bytes, the digest. */
export function DifferenceView({
  differences,
  sides,
  isBodyAlone,
}: {
  differences: readonly Difference[]
  sides: Sides
  /** Whether the digests differ for nothing but the body. */
  isBodyAlone: boolean
}) {
  const { t } = useTranslation()
  const { differs, left, right } = sides
  const [own, other] = [digestOf(left), digestOf(right)]
  const differing = digitsThatDiffer(own, other)
  const row = (name: string, note: string | undefined, signed: React.ReactNode, arrived: React.ReactNode) => (
    <tr key={`${name} ${note}`}>
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
  const isKnown = differs !== 'unknown'
  const shown = differences.slice(0, MOST_SHOWN)
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            <th scope="col" data-is={isKnown ? 'signed' : undefined}>
              {isKnown && <Icon name="check" size={13} />} {t(`signature.sides.${differs}.left`)}
            </th>
            <td />
            <th scope="col" data-is={isKnown ? 'received' : undefined}>
              {isKnown && <Icon name="inbox" size={13} />} {t(`signature.sides.${differs}.right`)}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.flatMap(({ at, text, hex }) => [
            row(
              t('signature.body_row'),
              shown.length > 1 ? t('signature.at_byte', { at: `0x${at.toString(16)}` }) : undefined,
              <Lit piece={text.signed} is="signed" />,
              <Lit piece={text.received} is="received" />,
            ),
            row(
              t('signature.bytes_row'),
              t('signature.at_byte', { at: `0x${at.toString(16)}` }),
              <Lit piece={hex.signed} is="signed" gap=" " />,
              <Lit piece={hex.received} is="received" gap=" " />,
            ),
          ])}
          {row(
            'HMAC-SHA256',
            undefined,
            differing === undefined ? left : <Digest digest={own} other={other} />,
            differing === undefined ? right : <Digest digest={other} other={own} />,
          )}
          <tr className={classes.notes}>
            <td />
            <td>{t(`signature.sides.${differs}.left_note`)}</td>
            <td />
            <td>{t(`signature.sides.${differs}.right_note`)}</td>
          </tr>
        </tbody>
      </table>
      {differing !== undefined && (
        <p className={classes.digits}>
          {t(isBodyAlone && isOneByte(differences) ? 'signature.digits_of_one_byte' : 'signature.digits', {
            count: differing,
          })}
        </p>
      )}
    </>
  )
}

/** More rows would push the digests, which all of this is about, out of sight. */
export const MOST_SHOWN = 2

export const isOneByte = ([first, ...others]: readonly Difference[]): boolean =>
  others.length === 0 && first?.signedBytes === 1 && first.receivedBytes === 1
