import { Checkbox, Switch } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticePreference } from '#identity/preferences/user-preference.ts'
import { Card } from '#ui/card.tsx'
import {
  type Boxes,
  boxesOf,
  levelOf,
  messageRows,
  type PreferenceGroup,
  type PreferenceRow,
  preferenceGroups,
} from '../preference-boxes.ts'
import classes from './preferences-page.module.css'

interface PreferenceProps {
  preference: NoticePreference
  onChange: (name: keyof NoticePreference, level: NoticePreference[keyof NoticePreference]) => void
}

const channels = ['text', 'email'] as const

/** One group of notifications with a switch that turns all of them off. */
export function PreferenceGroupCard({
  group,
  isOff,
  onOff,
  ...table
}: PreferenceProps & { group: PreferenceGroup; isOff: boolean; onOff: (isOff: boolean) => void }) {
  const { t } = useTranslation('accounts')
  const heading = useId()
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
      <PreferenceTable labelledBy={heading} rows={preferenceGroups[group]} isOff={isOff} {...table} />
    </Card>
  )
}

/** Notifications about messages, which both sides of a referral receive. */
export function MessagePreferenceCard(table: PreferenceProps) {
  const { t } = useTranslation('accounts')
  const heading = useId()
  return (
    <Card labelledBy={heading}>
      <h2 id={heading}>{t('preferences.messages.title')}</h2>
      <p className={classes.note}>{t('preferences.messages.collected')}</p>
      <PreferenceTable labelledBy={heading} rows={messageRows} isOff={false} {...table} />
    </Card>
  )
}

interface TableProps extends PreferenceProps {
  labelledBy: string
  rows: readonly PreferenceRow[]
  isOff: boolean
}

/** The All, Internal and External boxes for each row and channel. */
function PreferenceTable({ labelledBy, rows, preference, isOff, onChange }: TableProps) {
  const { t } = useTranslation('accounts')
  const box = (row: PreferenceRow, channel: 'text' | 'email', kind: BoxKind) => {
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
    <table className={classes.table} aria-labelledby={labelledBy}>
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
      {rows.map((row) => (
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
  )
}

const kinds = ['all', 'internal', 'external'] as const
type BoxKind = (typeof kinds)[number]

const isTicked = (boxes: Boxes, kind: BoxKind) => (kind === 'all' ? boxes.internal && boxes.external : boxes[kind])
const tick = (boxes: Boxes, kind: BoxKind, on: boolean): Boxes =>
  kind === 'all' ? { internal: on, external: on } : { ...boxes, [kind]: on }
