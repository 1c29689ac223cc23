import { FileInput, TextInput } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilledText } from '#casework/consent-texts/consent-text.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { type ContractForm, errorText } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import type { NewConsent } from '../consent.ts'
import { ConsentTextBox } from './consent-text-box.tsx'
import { uploadImage } from './contact-calls.ts'
import classes from './contacts.module.css'

type Form = ContractForm<typeof NewConsent.shape>

/** Loaded only when somebody signs. */
const SignatureField = lazy(async () => ({ default: (await import('./signature-field.tsx')).SignatureField }))

/** The text on which a consent with these terms is given. */
export const previewConsentText = (call: unknown) =>
  queryOptions({
    queryKey: ['consentText', 'preview', call],
    queryFn: () => api.post<FilledText>('/api/consentText/preview', call, { quiet: true }),
    placeholderData: keepPreviousData,
  })

/** The text on which the consent is given, in the person's language, and what shows that it was given. */
export function ConsentProofFields({ form }: { form: Form }) {
  const { t } = useTranslation('clients')
  const { scope, needs, recipientIds, expiresOn, language, howGiven, textId } = form.values
  const call = {
    ...{ needs, recipientIds, expiresOn: expiresOn || null, language: language || 'en' },
    scope: scope || 'organizations',
  }
  const { data: text } = useQuery(previewConsentText(call))
  const { set } = form
  // The version that was shown is the one on which the consent is given; it is known as soon as it is shown.
  useLayoutEffect(() => {
    if (text && text.textId !== textId) set('textId', text.textId)
  }, [text, textId, set])
  // A scan is no signature.
  const way = useRef(howGiven)
  useEffect(() => {
    if (way.current !== howGiven) set('fileId', null)
    way.current = howGiven
  }, [howGiven, set])
  return (
    <>
      <div className={classes.whole}>
        <Field
          form={form}
          name="language"
          required
          choices={(['en', 'es'] as const).map((value) => ({ value, label: t(`consent.language.${value}`) }))}
        />
      </div>
      <div className={classes.whole}>
        {text && <ConsentTextBox text={text} />}
        {form.errors.textId && <p className={classes.error}>{form.errors.textId}</p>}
      </div>
      {howGiven === 'electronic' && (
        <div className={classes.whole}>
          <Suspense fallback={null}>
            <SignatureField fileId={form.values.fileId as string | null} onChange={(id) => form.set('fileId', id)} />
          </Suspense>
          <TypedName form={form} />
        </div>
      )}
      {howGiven === 'verbal' && (
        <Field form={form} name="witnessName" description={t('consent.witnessHelp')} required />
      )}
      {howGiven === 'written' && <ScanField form={form} />}
    </>
  )
}

/** For a person who cannot draw: the typed name counts as a signature. */
function TypedName({ form }: { form: Form }) {
  const { t } = useTranslation('clients')
  return (
    <TextInput
      mt="sm"
      name="signedName"
      label={t('consent.typedName')}
      description={t('consent.typedNameHelp')}
      maxLength={100}
      value={String(form.values.signedName ?? '')}
      error={form.errors.signedName}
      onChange={(event) => form.set('signedName', event.currentTarget.value)}
    />
  )
}

/** The scan or photo of a signed paper. */
function ScanField({ form }: { form: Form }) {
  const { t } = useTranslation('clients')
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  // Only the last choice counts, and none once the consent is given in another way.
  const turn = useRef(0)
  useEffect(
    () => () => {
      turn.current++
    },
    [],
  )
  const choose = async (chosen: File | null) => {
    const own = ++turn.current
    setFile(chosen)
    setFailure('')
    setSending(chosen !== null)
    form.set('fileId', null)
    if (!chosen) return
    try {
      const { id } = await uploadImage(chosen)
      if (own === turn.current) form.set('fileId', id)
    } catch (error) {
      const [found] = error instanceof ApiError ? error.errors : []
      if (own === turn.current) setFailure(found ? errorText(found.message) : t('consent.uploadFailed'))
    } finally {
      if (own === turn.current) setSending(false)
    }
  }
  return (
    <div className={classes.whole}>
      <FileInput
        name="fileId"
        data-field="fileId"
        label={t('consent.scan')}
        description={t('consent.scanHelp')}
        placeholder={t('consent.scanChoose')}
        accept="image/png,image/jpeg"
        withAsterisk
        clearable
        value={file}
        error={failure || form.errors.fileId}
        onChange={choose}
      />
      <output>{isSending ? t('consent.scanSending') : form.values.fileId ? t('consent.scanChosen') : ''}</output>
    </div>
  )
}
