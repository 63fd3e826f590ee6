import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type ComparedRow, Comparison } from './comparison.tsx'
import classes from './difference.module.css'
import type { Difference } from './difference.ts'
import { digitsThatDiffer } from './difference.ts'
import { Lit, useUnseenText } from './lit.tsx'
import type { SecretDifference } from './secret-difference.ts'
import type { Signed } from './tampers.ts'

/** A digest in groups of eight; digits that both have in the same place are dim. */
function Digest({ digest, other, gap }: { digest: string; other: string; gap: '' | ' ' }) {
  const groups = digest.match(/.{1,8}/g) ?? []
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups of one digest, which keep their places
    <Fragment key={index}>
      {[...group].map((digit, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: digits of one digest, which keep their places
        <span key={place} className={digit === other[index * 8 + place] ? classes.same : undefined}>
          {digit}
        </span>
      ))}
      {gap}
    </Fragment>
  ))
}

type Known = 'body' | 'secret' | 'header'

/** What is set against each other, and how sure the lab is of either. */
export interface Sides {
  /**
   * `body`, `secret` or `header` is another one than that of a delivery that is known; `code_…` where it is also known that the receiver's code
   * has made it so; with `unknown` nobody can say which side is right.
   */
  differs: Known | `code_${Known}` | 'unknown'
  /** Values of the header. */
  left: string
  right: string
}

/**
 * @param genuine what the service has sent, where that is known
 * @param computed the value of the header for the bytes and the secret that are here
 * @param isByCode whether the receiver's code is known to have made the difference
 */
export function sidesOf({
  genuine,
  given,
  computed,
  isByCode,
}: {
  genuine: Signed | undefined
  given: Signed
  computed: string
  isByCode: boolean
}): Sides {
  if (genuine === undefined) return { differs: 'unknown', left: given.header, right: computed }
  const differs = genuine.header !== given.header ? 'header' : genuine.body === given.body ? 'secret' : 'body'
  return {
    differs: isByCode ? `code_${differs}` : differs,
    left: genuine.header,
    right: differs === 'header' ? given.header : computed,
  }
}

const PREFIX = /^sha256=/
const digestOf = (header: string) => header.replace(PREFIX, '')

/** What was signed and what arrived beside each other: the text, the bytes, the secret where it is another one, the digest. */
export function DifferenceView({
  differences,
  sides,
  secret,
  secretOf,
  isBodyAlone,
  isForged,
}: {
  differences: readonly Difference[]
  sides: Sides
  secret: SecretDifference | undefined
  /** Whose secret has signed. */
  secretOf: string
  /** Whether the digests differ for nothing but the body. */
  isBodyAlone: boolean
  /** Whether a fault has forged what is here, so that the secret is known to be that of the webhook. */
  isForged: boolean
}) {
  const { t } = useTranslation()
  const unseenText = useUnseenText()
  const { differs, left, right } = sides
  const [own, other] = [digestOf(left), digestOf(right)]
  const differing = digitsThatDiffer(own, other)
  const isCased = own !== other && own.toLowerCase() === other.toLowerCase()
  // Of many places, a second one tells nothing new.
  const shown = differences.slice(0, differences.length > MOST_SHOWN ? 1 : MOST_SHOWN)
  const isOfHeader = differs === 'header' || differs === 'code_header' || differs === 'unknown'
  const value = (header: string, digest: string, beside: string, is: 'signed' | 'received') =>
    isOfHeader && own === other ? (
      <Lit piece={{ before: '', changed: PREFIX.exec(header)?.[0] ?? '', cut: 0, after: digest }} is={is} />
    ) : differing === undefined && !isCased ? (
      header
    ) : (
      <>
        {isOfHeader && PREFIX.exec(header)?.[0]}
        {/* Of a value that is written otherwise, no sign is added. */}
        <Digest digest={digest} other={beside} gap={isCased ? '' : ' '} />
      </>
    )
  const rows: ComparedRow[] = [
    ...shown.flatMap(({ at, text, hex }) => [
      {
        name: t('signature.body_row'),
        note: shown.length > 1 ? t('signature.at_byte', { at: `0x${at.toString(16)}` }) : undefined,
        left: <Lit piece={text.signed} is="signed" />,
        right: <Lit piece={text.received} is="received" />,
      },
      {
        name: t('signature.bytes_row'),
        note: t('signature.at_byte', { at: `0x${at.toString(16)}` }),
        left: <Lit piece={hex.signed} is="signed" gap=" " />,
        right: <Lit piece={hex.received} is="received" gap=" " />,
      },
    ]),
    // What stands in a header is not computed with the secret that is here.
    ...(secret === undefined || isOfHeader
      ? []
      : [
          {
            name: t('signature.secret'),
            left: (
              <>
                <Lit piece={secret.signed} is="signed" />
                <span className={classes.of}>{secretOf}</span>
              </>
            ),
            right: (
              <>
                <Lit piece={secret.received} is="received" />
                <span className={classes.of}>
                  {t(`signature.secrets.${secret.is}`, {
                    what: unseenText(secret.around) ?? t('signature.white_space'),
                  })}
                </span>
              </>
            ),
          },
        ]),
    {
      name: isOfHeader || differing === undefined ? t('signature.header_row') : 'HMAC-SHA256',
      left: value(left, own, other, 'signed'),
      right: value(right, other, own, 'received'),
    },
  ]
  const sideOf = (side: 'left' | 'right') => ({
    title: t(`signature.sides.${differs}.${side}`),
    note:
      side === 'right' && differs === 'unknown' && isForged
        ? t('signature.computed_with', { secret: secretOf })
        : t(`signature.sides.${differs}.${side}_note`),
  })
  return (
    <>
      <Comparison
        left={sideOf('left')}
        right={sideOf('right')}
        rows={rows}
        is={differs === 'unknown' ? 'unknown' : 'unequal'}
      />
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
