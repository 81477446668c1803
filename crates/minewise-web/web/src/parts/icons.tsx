/** Icons for buttons. Screen readers ignore them, so every button also has a name. */

import type { ComponentChildren } from "preact";

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      {children}
    </svg>
  );
}

export const FlagIcon = () => (
  <Icon>
    <path d="M7 21V4" />
    <path d="M7 4l11 4.5L7 13z" fill="currentColor" />
  </Icon>
);

export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </Icon>
);

export const CoachIcon = () => (
  <Icon>
    <path d="M9 18h6M10 21h4" />
    <path d="M8.5 14.5A6 6 0 1 1 15.5 14.5C14.6 15.2 14.5 16 14.5 18h-5c0-2-.1-2.8-1-3.5z" />
  </Icon>
);

export const InspectIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="M15.5 15.5L21 21" />
  </Icon>
);

export const NewIcon = () => (
  <Icon>
    <path d="M20 12a8 8 0 1 1-2.3-5.6" />
    <path d="M20 3v4.5h-4.5" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);

export const MinusIcon = () => (
  <Icon>
    <path d="M5 12h14" />
  </Icon>
);
