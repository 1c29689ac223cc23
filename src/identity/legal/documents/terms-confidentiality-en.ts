import type { LegalSection } from '../legal-document.ts'

export const termsConfidentialityEn: LegalSection = {
  id: 'confidentiality',
  heading: 'Confidentiality',
  blocks: [],
  sections: [
    {
      id: 'confidential-information',
      heading: 'What Is Confidential',
      blocks: [
        '“Confidential Information” is what you learn through the Service and what is marked as confidential or would be taken to be so by any sensible person. It includes Client Information, the messages and records of Organizations, and information about the design and security of the Service that has not been published. It does not include information that:',
        {
          list: [
            'is public, or becomes public, through no fault of yours;',
            'you lawfully knew before, or lawfully received from someone who was free to give it to you;',
            'you developed on your own without using Confidential Information.',
          ],
        },
        'Client Information never falls under these exceptions merely because some of it is known elsewhere.',
      ],
    },
    {
      id: 'confidentiality-duties',
      heading: 'Your Duties',
      blocks: [
        'You will use Confidential Information only for the purposes of the Service, guard it at least as carefully as your own and never with less than reasonable care, and disclose it only to those who are entitled to it and need it. If a court or an authority requires you to disclose it, you will, as far as the law allows, tell the Provider first and disclose only what you must. When your access ends, you will return or destroy what you hold, unless the law or your Organization’s duty to keep records requires you to keep it.',
        'Nothing in these terms forbids anyone to report a crime, abuse or neglect, or to speak with a government agency where the law protects this.',
      ],
    },
    {
      id: 'confidentiality-duration',
      heading: 'How Long the Duties Last',
      blocks: [
        'The obligations of confidentiality begin when you first use the Service, and last for 5 years after your access to it ends. Where a law protects Client Information for longer, they last for as long as that law says.',
      ],
    },
  ],
}
