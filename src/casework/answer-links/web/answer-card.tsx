import { Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactMethods } from '#casework/referrals/first-contact.ts'
import { closeReasons, declineReasons, outcomes } from '#casework/referrals/referral-machine.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { TypedContext, useTyped } from '#platform/web/use-typed.ts'
import { Card } from '#ui/card.tsx'
import type { Answer, LinkedReferral, linkActions } from '../answer-link.ts'
import classes from './answer-page.module.css'
import type { Holder } from './use-holder.ts'

type Action = (typeof linkActions)[number]
type Asking = 'decline' | 'start' | 'close'
const noteOf = (asking: Asking) => `note.${asking}`

interface AnswerCardProps {
  referral: LinkedReferral
  from: string
  who: Holder
  onAnswer: (body: Omit<Answer, 'name' | 'reach'>) => Promise<boolean>
}

/** The state of the referral in a sentence, and the answers that are possible in it. */
export function AnswerCard({ referral, from, who, onAnswer }: AnswerCardProps) {
  const { t } = useTranslation('answer-links')
  const [asking, setAsking] = useState<Asking | null>(null)
  const [isBusy, setBusy] = useState(false)
  const may = (action: Action) => referral.actions.includes(action)
  const isNew = may('accept')
  const typed = useContext(TypedContext)
  const send = async (action: Action, more: Partial<Answer> = {}) => {
    if (!who.isComplete()) return
    setBusy(true)
    if (await onAnswer({ action, version: referral.version, ...more })) {
      if (asking) delete typed?.current[noteOf(asking)]
      setAsking(null)
    }
    setBusy(false)
  }
  const back = () => setAsking(null)
  return (
    <Card labelledBy="answer" className={classes.card ?? ''}>
      <h2 id="answer">{t(isNew ? 'answer.title' : 'answer.next')}</h2>
      {!isNew && <p role="status">{t(stateKey(referral), { from })}</p>}
      {isNew && !asking && (
        <div ref={who.fields} className={classes.form}>
          <TextInput
            label={t('answer.who')}
            autoComplete="name"
            maxLength={100}
            value={who.name}
            error={who.errors.name}
            onChange={(event) => who.setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('answer.reach')}
            description={t('answer.reachHelp', { from })}
            maxLength={200}
            value={who.reach}
            error={who.errors.reach}
            onChange={(event) => who.setReach(event.currentTarget.value)}
          />
          <Group>
            <Button loading={isBusy} onClick={() => send('accept')}>
              {t('answer.accept')}
            </Button>
            <Button variant="default" onClick={() => who.isComplete() && setAsking('decline')}>
              {t('answer.decline')}
            </Button>
          </Group>
        </div>
      )}
      {!isNew && !asking && (may('start') || may('closeResolved')) && (
        <Group>
          {may('start') && <Button onClick={() => setAsking('start')}>{t('answer.start')}</Button>}
          {may('closeResolved') && (
            <Button variant={may('start') ? 'default' : 'filled'} onClick={() => setAsking('close')}>
              {t('answer.close')}
            </Button>
          )}
        </Group>
      )}
      {asking === 'decline' && (
        <Choice
          noteName={noteOf(asking)}
          title={t('answer.declineTitle')}
          help={t('answer.declineText', { from })}
          submit={t('answer.declineSend')}
          groups={[{ words: 'reason', all: declineReasons }]}
          {...{ isBusy, onBack: back }}
          onChoose={(reason, note) => send('decline', { reason, note })}
        />
      )}
      {asking === 'start' && (
        <Choice
          noteName={noteOf(asking)}
          title={t('answer.startHow')}
          submit={t('answer.start')}
          groups={[{ words: 'firstContact.way', all: contactMethods }]}
          {...{ isBusy, onBack: back }}
          onChoose={(way, note) =>
            send('start', { firstContactBy: contactMethods.find((each) => each === way) ?? null, note })
          }
        />
      )}
      {asking === 'close' && (
        <Choice
          noteName={noteOf(asking)}
          title={t('answer.closeTitle')}
          submit={t('answer.closeSend')}
          groups={[
            { title: 'helped', words: 'outcome', all: outcomes },
            { title: 'notHelped', words: 'reason', all: closeReasons },
          ]}
          {...{ isBusy, onBack: back }}
          onChoose={(end, note) =>
            outcomes.some((outcome) => outcome === end)
              ? send('closeResolved', { outcome: end, note })
              : send('closeUnresolved', { reason: end, note })
          }
        />
      )}
    </Card>
  )
}

function stateKey({ status }: LinkedReferral) {
  if (status === 'Accepted' || status === 'In Progress' || status === 'Declined') return `state.${status}`
  return 'state.ended'
}

interface ChoiceProps {
  /** under which the typed note is kept */
  noteName: string
  title: string
  help?: string
  submit: string
  /** the words of the referrals' texts to choose from */
  groups: { title?: string; words: string; all: readonly string[] }[]
  isBusy: boolean
  onBack: () => void
  onChoose: (value: string, note: string | null) => void
}

/** One choice, with a note. */
function Choice({ noteName, title, help, submit, groups, isBusy, onBack, onChoose }: ChoiceProps) {
  const { t } = useTranslation(['answer-links', 'referrals'])
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useTyped(noteName)
  const [error, setError] = useState<string | null>(null)
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) return onChoose(chosen, note.trim() || null)
        setError(t('answer.missing'))
        focusFirstMistake(event.currentTarget)
      }}
    >
      <Radio.Group
        label={title}
        description={help}
        value={chosen}
        error={error}
        onChange={(value) => {
          setChosen(value)
          setError(null)
        }}
      >
        {groups.map((group) => (
          <Stack
            key={group.words}
            gap={10}
            mt={8}
            role="group"
            aria-label={group.title && t(`referrals:dialog.${group.title}`)}
          >
            {group.title && <b>{t(`referrals:dialog.${group.title}`)}</b>}
            {group.all.map((each) => (
              <Radio key={each} value={each} label={t(`referrals:${group.words}.${each}`)} />
            ))}
          </Stack>
        ))}
      </Radio.Group>
      <Textarea
        label={t('answer.note')}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group>
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t('answer.back')}
        </Button>
      </Group>
    </form>
  )
}
