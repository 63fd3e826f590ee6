import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Time } from '../../components/time.tsx'
import { useHref } from '../../routing/use-place.ts'
import classes from './charts.module.css'
import type { Step } from './window-slots.ts'

/** Seconds in view around a setting. */
const SPAN = 60

/** What was set by hand, behind what says so: each time, from what to what, and where the axis shows it. */
export function SettingsList({
  tenant,
  steps,
  children,
}: {
  tenant: string
  /** Oldest first. */
  steps: readonly Step[]
  children: ReactNode
}) {
  const { t } = useTranslation()
  const href = useHref()
  const [isOpen, setIsOpen] = useState(false)
  const placeOf = ({ at }: Step) =>
    `${href('live')}?${new URLSearchParams({ tenant, span: String(SPAN), at: String(Date.parse(at)) })}`
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus returnFocus position="bottom-start" offset={4}>
      <Popover.Target>
        <button type="button" className={classes.opens} aria-haspopup="dialog" onClick={() => setIsOpen(!isOpen)}>
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.settings} aria-label={t('limits.by_hand')}>
        <ol data-autofocus tabIndex={-1}>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several may be of one instant, and they keep their order
            <li key={index}>
              {step.action === null ? (
                <Time at={step.at} />
              ) : (
                <Link className="link" href={placeOf(step)} title={t('limits.show_setting')}>
                  <Time at={step.at} />
                </Link>
              )}
              <span>
                {step.from.toLocaleString('en')} → {step.to.toLocaleString('en')}
              </span>
            </li>
          ))}
        </ol>
      </Popover.Dropdown>
    </Popover>
  )
}
