import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLoaderData } from 'react-router'
import type { Undelivered } from '#identity/preferences/undelivered.ts'
import type { MessagePreference, UserPreference } from '#identity/preferences/user-preference.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { api } from '#platform/web/api.ts'
import { currentUser } from '#platform/web/guards.ts'
import { LeaveGuard } from '#platform/web/leave-guard.tsx'
import { notify } from '#platform/web/notify.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { clearGroup, isGroupOff, type PreferenceGroup } from '../preference-boxes.ts'
import { MessagePreferenceCard, PreferenceGroupCard } from './preference-group.tsx'
import classes from './preferences-page.module.css'

const PATH = '/api/userPreference/'
const MESSAGE_PATH = `${PATH}message`
interface Phone {
  phoneNumber: string
  isPrimary: boolean
}

export async function loader() {
  const user = await currentUser()
  const [preference, messages, phones, undelivered] = await Promise.all([
    api.get<UserPreference>(PATH, { quiet: true }),
    api.get<MessagePreference>(MESSAGE_PATH, { quiet: true }),
    api.get<{ items: Phone[] }>('/api/admin/phone/', { query: { contactId: user.contactId }, quiet: true }),
    api.get<{ items: Undelivered[] }>(`${PATH}undelivered`, { quiet: true }),
  ])
  return {
    user,
    preference,
    messages,
    phone: phones.items.find((p) => p.isPrimary) ?? null,
    undelivered: undelivered.items,
  }
}
type Loaded = Awaited<ReturnType<typeof loader>>

const groups = ['incoming', 'outgoing'] as const

const isDifferent = <Levels extends UserPreference | MessagePreference>(one: Levels, other: Levels) =>
  Object.entries(one).some(([name, level]) => other[name as keyof Levels] !== level)

/** Which notifications a person receives, and by which channel. */
export function Screen() {
  const { t } = useTranslation(['accounts', 'platform'])
  const loaded = useLoaderData<Loaded>()
  const [preference, setPreference] = useState(loaded.preference)
  const [off, setOff] = useState({
    incoming: isGroupOff(loaded.preference, 'incoming'),
    outgoing: isGroupOff(loaded.preference, 'outgoing'),
  })
  const [messages, setMessages] = useState(loaded.messages)
  const [saved, setSaved] = useState(loaded)
  const [isSaving, setSaving] = useState(false)

  const switchGroup = (group: PreferenceGroup, isOff: boolean) => {
    setOff((o) => ({ ...o, [group]: isOff }))
    if (isOff) setPreference((p) => clearGroup(p, group))
  }
  const save = async () => {
    setSaving(true)
    try {
      // What was chosen since stays; each record is saved by itself, also if the next one fails.
      if (isDifferent(messages, saved.messages)) {
        const answer = await api.put<MessagePreference>(MESSAGE_PATH, messages, { quiet: true })
        setMessages((now) => (now === messages ? answer : now))
        setSaved((before) => ({ ...before, messages: answer }))
      }
      const answer = await api.put<UserPreference>(PATH, preference, { quiet: true })
      setPreference((now) => (now === preference ? answer : now))
      setSaved((before) => ({ ...before, preference: answer }))
      notify(t('preferences.saved'))
      return true
    } catch {
      notify(t('preferences.failed'), 'bad')
      return false
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <LeaveGuard
        isChanged={isDifferent(preference, saved.preference) || isDifferent(messages, saved.messages)}
        onSave={save}
      />
      <PageHeading title={t('preferences.title')} lead={t('preferences.lead')} />
      <div className={classes.groups}>
        <ContactCard user={loaded.user} phone={loaded.phone} undelivered={loaded.undelivered} />
        {groups.map((group) => (
          <PreferenceGroupCard
            key={group}
            group={group}
            preference={{ ...preference, ...messages }}
            isOff={off[group]}
            onOff={(isOff) => switchGroup(group, isOff)}
            onChange={(name, level) => setPreference((p) => ({ ...p, [name]: level }))}
          />
        ))}
        <MessagePreferenceCard
          preference={{ ...preference, ...messages }}
          onChange={(name, level) => setMessages((m) => ({ ...m, [name]: level }))}
        />
        <div className={classes.save}>
          <Button onClick={save} loading={isSaving}>
            {t('platform:form.save')}
          </Button>
        </div>
      </div>
    </>
  )
}

function ContactCard({ user, phone, undelivered }: Pick<Loaded, 'user' | 'phone' | 'undelivered'>) {
  const { t } = useTranslation('accounts')
  const heading = useId()
  return (
    <Card labelledBy={heading}>
      <h2 id={heading}>{t('preferences.contact')}</h2>
      <dl className={classes.contact}>
        <dt>{t('preferences.contactEmail')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('preferences.contactPhone')}</dt>
        <dd>{phone ? phoneText(phone.phoneNumber) : t('preferences.noPhone')}</dd>
      </dl>
      {undelivered.map(({ channel, failure, failedOn }) => (
        <Alert key={channel} icon={<IconAlertTriangle aria-hidden />} mt="md">
          {t(`preferences.undelivered.${channel}`, {
            when: timeInWords(failedOn),
            reason: t(`preferences.undelivered.reason.${failure}`),
          })}
        </Alert>
      ))}
      <p className={classes.note}>{t('preferences.contactNote')}</p>
      <p className={classes.note}>
        <Link to="/myAccount/myInfo">{t('preferences.ownInfo')}</Link>
      </p>
    </Card>
  )
}
