import { Checkbox, Switch } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserPreference } from '#features/notifications/user-preference.ts'
import { Card } from '#ui/card.tsx'
import { type Boxes, boxesOf, levelOf, type PreferenceGroup, preferenceGroups } from '../preference-boxes.ts'
import classes from './preferences-page.module.css'

interface GroupProps {
  group: PreferenceGroup
  preference: UserPreference
  isOff: boolean
  onOff: (isOff: boolean) => void
  onChange: (name: keyof UserPreference, level: UserPreference[keyof UserPreference]) => void
}

const channels = ['text', 'email'] as const

/** One group of notices: its switch, and for each row and channel the boxes All, Internal and External. */
export function PreferenceGroupCard({ group, preference, isOff, onOff, onChange }: GroupProps) {
  const { t } = useTranslation('accounts')
  const heading = useId()
  const box = (row: (typeof preferenceGroups)[PreferenceGroup][number], channel: 'text' | 'email', kind: BoxKind) => {
    const name = row[channel]
    const boxes = boxesOf(preference[name])
    return (
      <Checkbox
        aria-label={[t(`preferences.${kind}`), t(`preferences.rows.${row.row}`), t(`preferences.${channel}`)].join(
          ', ',
        )}
        checked={isTicked(boxes, kind)}
        disabled={isOff}
        onChange={(e) => onChange(name, levelOf(tick(boxes, kind, e.currentTarget.checked)))}
      />
    )
  }
  return (
    <Card labelledBy={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{t(`preferences.${group}.title`)}</h2>
        <Switch
          label={t(`preferences.${group}.disable`)}
          checked={isOff}
          onChange={(e) => onOff(e.currentTarget.checked)}
        />
      </div>
      <table className={classes.table} aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">{t('preferences.notice')}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className={classes.channel}>
                {t(`preferences.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {preferenceGroups[group].map((row) => (
          <tbody key={row.row}>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row" className={kind === 'all' ? '' : classes.sub}>
                  {kind === 'all' ? t(`preferences.rows.${row.row}`) : t(`preferences.${kind}`)}
                </th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <span className={kind === 'all' ? classes.all : classes.box}>
                      {box(row, channel, kind)}
                      {kind === 'all' && <span aria-hidden="true">{t('preferences.all')}</span>}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Card>
  )
}

const kinds = ['all', 'internal', 'external'] as const
type BoxKind = (typeof kinds)[number]

const isTicked = (boxes: Boxes, kind: BoxKind) => (kind === 'all' ? boxes.internal && boxes.external : boxes[kind])
const tick = (boxes: Boxes, kind: BoxKind, on: boolean): Boxes =>
  kind === 'all' ? { internal: on, external: on } : { ...boxes, [kind]: on }
