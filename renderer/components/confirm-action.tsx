import { Button, Group, Popover, Text } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Backstage } from './backstage.tsx'

interface Props {
  /** What will be gone, in one sentence. */
  question: ReactNode
  /** The word on the button that does it. */
  action: string
  onConfirm: () => void
  /** Whether there is nothing that it could do, as the question says. */
  isBarred?: boolean
  /** Whether nothing is lost by it: it is asked for since it is much. */
  isSafe?: boolean
  /** What most people would rather do, as the first choice: it loses less. */
  instead?: { action: string; onConfirm: () => void } | undefined
  /** What belongs to the question, below it: details, and what else can be done. */
  more?: ReactNode
  children: (open: () => void) => ReactElement
}

/** When what was pressed goes with what it was for, the list that it stood in takes the focus. */
function useFocusToRegion(): () => void {
  const region = useRef<HTMLElement | null>(null)
  useEffect(
    () => () => {
      if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
    },
    [],
  )
  return () => {
    region.current = document.activeElement?.closest<HTMLElement>('[tabindex="0"]') ?? null
  }
}

/** Asks once, beside the button that was pressed, before something is lost for good. Nothing is lost in front of others. */
export function ConfirmAction({
  question,
  action,
  onConfirm,
  isBarred = false,
  isSafe = false,
  instead,
  more,
  children,
}: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const rememberRegion = useFocusToRegion()
  const open = () => {
    rememberRegion()
    setOpened(true)
  }
  return (
    <Backstage>
      <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withArrow width={more || instead ? 360 : 280}>
        <Popover.Target>{children(open)}</Popover.Target>
        <Popover.Dropdown>
          <Text size="sm" mb="xs">
            {question}
          </Text>
          {more}
          <Group gap="xs" justify="flex-end">
            <Button size="compact-sm" variant="default" onClick={() => setOpened(false)}>
              {t('common.cancel')}
            </Button>
            <Button
              size="compact-sm"
              {...(!isSafe && { color: 'red' })}
              variant={instead ? 'light' : 'filled'}
              data-autofocus={isBarred || instead ? undefined : true}
              disabled={isBarred}
              onClick={() => {
                setOpened(false)
                onConfirm()
              }}
            >
              {action}
            </Button>
            {instead && (
              <Button
                size="compact-sm"
                data-autofocus
                onClick={() => {
                  setOpened(false)
                  instead.onConfirm()
                }}
              >
                {instead.action}
              </Button>
            )}
          </Group>
        </Popover.Dropdown>
      </Popover>
    </Backstage>
  )
}
