import { Select } from '@mantine/core'

interface Props {
  label: string
  data: readonly (string | { value: string; label: string })[]
  /** Empty for no filter. */
  value: string
  width: number
  searchable?: boolean
  onChange: (value: string) => void
}

/** A filter above a list: one of some values, or none. */
export function FilterSelect({ label, data, value, width, searchable = false, onChange }: Props) {
  return (
    <Select
      size="xs"
      w={width}
      clearable
      searchable={searchable}
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={value || null}
      onChange={chosen => onChange(chosen ?? '')}
    />
  )
}
