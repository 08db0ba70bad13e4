import { type ReactNode, useRef } from 'react';

import { useSay } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import type { PictureDrop } from './usePictureDrop.tsx';

/** The same for who neither pastes nor drops: a file is chosen. */
export function AddPicture({ drop }: { readonly drop: PictureDrop }): ReactNode {
  const say = useSay();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="row wrap middle gap-8">
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={say('picture.add')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) drop.add(file);
          currentTarget.value = '';
        }}
      />
      <Button
        size="xs"
        variant="default"
        loading={drop.isAdding}
        onClick={() => chooser.current?.click()}
      >
        {say('picture.add')}
      </Button>
      {drop.said}
    </div>
  );
}
