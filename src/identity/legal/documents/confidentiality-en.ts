import type { LegalDocument } from '../legal-document.ts'

export const confidentialityEn: LegalDocument = {
  name: 'confidentiality',
  language: 'en',
  title: 'Confidentiality and Nondisclosure Agreement',
  introduction: [
    'In {product} you may see information that belongs to other people. This short agreement between you and the organization that operates {product} says how to treat it. It adds to the Individual Access Terms and Conditions and to the Privacy Policy.',
  ],
  sections: [
    {
      id: 'what-is-confidential',
      heading: 'What Is Confidential',
      blocks: [
        'Everything that you learn through {product} about another person, a family or an organization is confidential unless it has been published: names, contact details, needs, referrals, messages, documents, and even the fact that someone asked for help.',
      ],
    },
    {
      id: 'what-you-promise',
      heading: 'What You Promise',
      blocks: [
        {
          list: [
            'I will look only at information that I am entitled to see, and that I need.',
            'I will use it only in order to get, give or coordinate help.',
            'I will not tell, show, copy or send it to anyone who is not entitled to it.',
            'I will keep my password and my codes to myself, and will sign out when I am done.',
            'I will report to {email} at once if information was lost, was sent to the wrong place, or was seen by someone who should not have seen it.',
          ],
        },
      ],
    },
    {
      id: 'your-own-information',
      heading: 'Your Own Information',
      blocks: [
        'Information about yourself remains yours. You may share it with whomever you like. {product} and the organizations in it treat it as the Privacy Policy says, and share it only as far as your consent covers.',
      ],
    },
    {
      id: 'when-disclosure-is-allowed',
      heading: 'When Disclosure Is Allowed',
      blocks: [
        'You may disclose information if the person concerned agrees, or if the law requires it. Nothing here forbids you to report a crime, abuse or neglect, to call for help in an emergency, or to speak with a government agency where the law protects this.',
      ],
    },
    {
      id: 'how-long',
      heading: 'How Long It Lasts',
      blocks: [
        'These obligations begin when you accept them and last for 5 years after your access ends, or longer where a law protects the information for longer. If you do not keep them, your access can be ended, and you may have to answer for it under the law.',
      ],
    },
  ],
}
