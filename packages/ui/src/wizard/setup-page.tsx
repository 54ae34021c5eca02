import { Alert } from "@patternfly/react-core";
import { Navigate, useParams } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { lazyPage } from "../app/lazy-page.tsx";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { texts } from "../texts/index.ts";
import { isStep, type Step } from "./steps.ts";

const pages: Readonly<Record<Step, ComponentType>> = {
  details: lazyPage("DetailsStep", async () => (await import("../details/details-step.tsx")).DetailsStep),
  operators: lazyPage("OperatorsStep", async () => (await import("../operators/operators-step.tsx")).OperatorsStep),
  hosts: lazyPage("HostsStep", async () => (await import("../hosts/hosts-step.tsx")).HostsStep),
  storage: lazyPage("StorageStep", async () => (await import("../storage/storage-step.tsx")).StorageStep),
  networking: lazyPage(
    "NetworkingStep",
    async () => (await import("../networking/networking-step.tsx")).NetworkingStep,
  ),
  manifests: lazyPage("ManifestsStep", async () => (await import("../manifests/manifests-step.tsx")).ManifestsStep),
  review: lazyPage("ReviewStep", async () => (await import("../review/review-step.tsx")).ReviewStep),
};

export function SetupPage() {
  const { step } = useParams({ from: "/clusters/$clusterId/setup/$step" });
  const cluster = useCluster();
  if (!isStep(step)) return <Navigate to="/clusters/$clusterId" params={{ clusterId: cluster.id }} />;
  const Page = pages[step];
  return (
    <>
      {!isDraft(cluster) && (
        <Alert isInline className="mu-gap" title={texts.wizard.notDraftTitle}>
          {texts.wizard.notDraft}
        </Alert>
      )}
      <Page key={`${cluster.id} ${step}`} />
    </>
  );
}
