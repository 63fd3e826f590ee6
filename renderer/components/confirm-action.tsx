import { Button, Group, Popover, Text } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** What will be gone, in one sentence. */
  question: ReactNode
  /** The word on the button that does it. */
  action: string
  onConfirm: () => void
  children: (open: () => void) => ReactElement
}

/** Asks once, beside the button that was pressed, before something is lost for good. */
export function ConfirmAction({ question, action, onConfirm, children }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withArrow width={280}>
      <Popover.Target>{children(() => setOpened(true))}</Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="xs">
          {question}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={() => setOpened(false)}>
            {t('common.cancel')}
          </Button>
          <Button
            size="compact-sm"
            color="red"
            data-autofocus
            onClick={() => {
              setOpened(false)
              onConfirm()
            }}
          >
            {action}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
