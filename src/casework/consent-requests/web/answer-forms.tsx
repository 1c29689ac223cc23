import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { useTyped } from '#platform/web/use-typed.ts'
import { Card } from '#ui/card.tsx'
import classes from './consent-requests.module.css'

/** Loaded only when somebody signs. */
const SignatureCanvas = lazy(async () => ({
  default: (await import('#casework/clients/web/signature-canvas-public.tsx')).SignatureCanvas,
}))

interface Proof {
  signedName: string | null
  /** a PNG in base64 */
  signature: string | null
}

interface AnswerFormsProps {
  organization: string
  /** whether the text is still loading in another language */
  isReading: boolean
  onSign: (proof: Proof) => Promise<void>
  onRefuse: (reason: string | null) => Promise<void>
}

/** The person signs what they read, or says no. */
export function AnswerForms({ organization, isReading, onSign, onRefuse }: AnswerFormsProps) {
  const { t } = useTranslation('consent-requests')
  const [asked, setAsked] = useState<'sign' | 'refuse' | null>(null)
  const back = () => setAsked(null)
  if (asked === 'sign') return <SignForm {...{ isReading, onSign }} onBack={back} />
  if (asked === 'refuse') return <RefuseForm {...{ organization, isReading, onRefuse }} onBack={back} />
  return (
    <Group grow>
      <Button onClick={() => setAsked('sign')}>{t('page.yes')}</Button>
      <Button variant="default" onClick={() => setAsked('refuse')}>
        {t('page.no')}
      </Button>
    </Group>
  )
}

interface StepProps {
  title: string
  lead: string
  submitLabel: string
  isBusy: boolean
  onSubmit: (form: HTMLFormElement) => void
  onBack: () => void
  children: ReactNode
}

function Step({ title, lead, submitLabel, isBusy, onSubmit, onBack, children }: StepProps) {
  const { t } = useTranslation('consent-requests')
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <Card labelledBy={id}>
      <form noValidate className={classes.card} onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
        {children}
        <Group>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onBack}>
            {t('page.back')}
          </Button>
        </Group>
      </form>
    </Card>
  )
}

function SignForm({
  isReading,
  onSign,
  onBack,
}: Pick<AnswerFormsProps, 'isReading' | 'onSign'> & { onBack: () => void }) {
  const { t } = useTranslation(['consent-requests', 'clients'])
  const [name, setName] = useTyped('signedName')
  const [signature, setSignature] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const label = useId()
  const submit = async (form: HTMLFormElement) => {
    const signedName = name.trim() || null
    if (!signedName && !signature) {
      setError(t('clients:message.signature-needed'))
      return focusFirstMistake(form, ['signedName'])
    }
    setBusy(true)
    await onSign({ signedName, signature })
    setBusy(false)
  }
  return (
    <Step
      title={t('page.signTitle')}
      lead={t('page.signText')}
      submitLabel={t('page.sign')}
      isBusy={isBusy || isReading}
      onBack={onBack}
      onSubmit={submit}
    >
      <div className={classes.form}>
        <span id={label}>{t('clients:consent.signHere')}</span>
        <Suspense fallback={null}>
          <SignatureCanvas
            key={round}
            labelledBy={label}
            onDrawn={(canvas) => {
              setSignature(canvas.toDataURL('image/png').split(',')[1] ?? null)
              setError(null)
            }}
          />
        </Suspense>
        {signature && (
          <Group>
            <output>{t('page.drawn')}</output>
            <Button
              variant="subtle"
              onClick={() => {
                setSignature(null)
                setRound(round + 1)
              }}
            >
              {t('page.drawAgain')}
            </Button>
          </Group>
        )}
      </div>
      <TextInput
        name="signedName"
        label={t('page.name')}
        maxLength={100}
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(null)
        }}
      />
    </Step>
  )
}

interface RefuseFormProps extends Pick<AnswerFormsProps, 'organization' | 'isReading' | 'onRefuse'> {
  onBack: () => void
}

function RefuseForm({ organization, isReading, onRefuse, onBack }: RefuseFormProps) {
  const { t } = useTranslation('consent-requests')
  const [reason, setReason] = useTyped('reason')
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    await onRefuse(reason.trim() || null)
    setBusy(false)
  }
  return (
    <Step
      title={t('page.refuseTitle')}
      lead={t('page.refuseText', { organization })}
      submitLabel={t('page.refuse')}
      isBusy={isBusy || isReading}
      onBack={onBack}
      onSubmit={submit}
    >
      <Textarea
        label={t('page.why')}
        description={t('page.whyHelp')}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Step>
  )
}
