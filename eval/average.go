package eval

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Average returns a model whose weights are the mean of the weights of models. The models must have the same
// unit and squash. Their features must be those of the model with the most weights, or a subset of them;
// Average first promotes the other models to these features, see [Model.Promote]. shares, all above 0, are
// the weights of the models in the mean; nil = equal. The average of models that learned from the same start
// is often better than each of them (Wortsman et al., "Model soups", 2022). The average of unrelated models
// is not. Meta comes from the first model. Average does not change the models. Errors name the difference.
func Average(models []*Model, shares []float64) (*Model, error) {
	if len(models) == 0 || shares != nil && len(shares) != len(models) {
		return nil, fmt.Errorf("eval: average: %w: %d models and %d shares", errCount, len(models), len(shares))
	}
	models, err := promoteAll(models)
	if err != nil {
		return nil, fmt.Errorf("eval: average: %w", err)
	}
	first, sum := models[0], 0.0
	mean := &Model{Features: first.Features, Weights: make([]float64, len(first.Weights)),
		Meta: maps.Clone(first.Meta)}
	if first.Actions != nil {
		mean.Actions = make([]float64, len(first.Actions))
	}
	for i, m := range models {
		if err := alike(first, m); err != nil {
			return nil, fmt.Errorf("eval: average: model %d %w", i+1, err)
		}
		share := 1.0
		if shares != nil {
			share = shares[i]
		}
		if !(share > 0) || !finite(share) {
			return nil, fmt.Errorf("eval: average: the share of model %d is %v, want above 0", i+1, share)
		}
		sum += share
		add(mean.Weights, m.Weights, share)
		add(mean.Actions, m.Actions, share)
	}
	for _, weights := range [][]float64{mean.Weights, mean.Actions} {
		for i := range weights {
			weights[i] /= sum
		}
	}
	return mean, mean.Check()
}

// promoteAll promotes the models to the features of the one with the most weights. Models that cannot be
// promoted stay unchanged.
func promoteAll(models []*Model) ([]*Model, error) {
	models = slices.Clone(models)
	most := slices.MaxFunc(models, func(a, b *Model) int { return len(a.Weights) - len(b.Weights) }).Features
	for i, m := range models {
		if err := m.check(); err != nil {
			return nil, fmt.Errorf("model %d %w", i+1, err)
		}
		if m.Features.ID() == most.ID() {
			continue
		}
		if p, err := m.Promote(most); err == nil {
			models[i] = p
		}
	}
	return models, nil
}

// alike returns an error if the weights of two models differ in meaning.
func alike(a, b *Model) error {
	if err := cmp.Or(b.check(), b.OnlySum()); err != nil {
		return err
	}
	if x, y := a.Features.ID(), b.Features.ID(); x != y {
		return fmt.Errorf("has the features %s, the first has %s", y, x)
	}
	if viewOf(a.Features) != viewOf(b.Features) {
		return fmt.Errorf("and the first count %s for different sides", a.Features.ID())
	}
	for _, key := range []string{"unit", "squash"} {
		if a.Meta[key] != b.Meta[key] {
			return fmt.Errorf("has %s %q, the first has %q", key, b.Meta[key], a.Meta[key])
		}
	}
	if len(a.Actions) != len(b.Actions) {
		return fmt.Errorf("has %d weights for actions, the first has %d", len(b.Actions), len(a.Actions))
	}
	return nil
}

func add(dst, src []float64, share float64) {
	for i, x := range src {
		dst[i] += float64(share * x)
	}
}
