import { SegmentedControl } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './answering.module.css'

const icons = { public: IconUsers, internal: IconLock }

/** Who will read a note: shown in words, icon and color before it is written. */
export function VisibilityChoice({
  value,
  onChange,
  disabled,
}: {
  value: 'public' | 'internal'
  onChange: (visibility: 'public' | 'internal') => void
  disabled: boolean
}) {
  const { t } = useTranslation('tickets')
  const label = useId()
  const Icon = icons[value]
  return (
    <div>
      <div id={label} className={classes.label}>
        {t('note.visibility')}
      </div>
      <SegmentedControl
        fullWidth
        aria-labelledby={label}
        value={value}
        disabled={disabled}
        onChange={(chosen) => onChange(chosen as 'public' | 'internal')}
        data={(['public', 'internal'] as const).map((visibility) => ({
          value: visibility,
          label: t(`choices.visibility.${visibility}`),
        }))}
      />
      <p className={value === 'internal' ? classes.internalHint : classes.publicHint} aria-live="polite">
        <Icon size={18} aria-hidden />
        {t(value === 'internal' ? 'note.internalHint' : 'note.publicHint')}
      </p>
    </div>
  )
}
